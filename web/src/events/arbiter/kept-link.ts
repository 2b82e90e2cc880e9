// SPDX-License-Identifier: AGPL-3.0-or-later
// The secret of a helper's code or of a table's card, kept by this tab for when the page is loaded again. The address bar does not
// show it: the screen at the door is photographed.
import { recallInTab, rememberInTab } from '../../platform/storage';

type Kind = 'helper' | 'table';

const nameOf = (event: string, kind: Kind): string => `${kind}.${event}`;

/** What this tab has kept for an event; empty if nothing. */
export function keptLink(event: string, kind: Kind): string {
  const kept = recallInTab<unknown>(nameOf(event, kind));
  return typeof kept === 'string' ? kept : '';
}

/** Keeps the secret, and takes it out of the address; an empty one is forgotten. */
export function keepLink(event: string, kind: Kind, link: string): void {
  rememberInTab(nameOf(event, kind), link);
  history.replaceState(history.state, '', `#${kind}`);
}
