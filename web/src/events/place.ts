// SPDX-License-Identifier: AGPL-3.0-or-later
// The keyboard's place at buttons that take each other's place: "Publish" goes where "Pair next round" stood.
import { tick } from 'svelte';

/**
 * Does something for a button within `place`. The button is disabled while the server answers, or gone afterwards, and the focus
 * would fall to the page's beginning: `place` itself gets it, and the next Tab leads to what stands there now. Not one of the
 * buttons: whoever presses once too often would press another than they meant.
 */
export async function keepPlace(place: HTMLElement | undefined, deed: () => Promise<unknown>): Promise<void> {
  const active = document.activeElement;
  const hadFocus = !!place?.contains(active);
  await deed();
  await tick();
  const now = document.activeElement;
  const hasMoved = now !== null && now !== document.body && now !== active;
  if (!hadFocus || hasMoved) return;
  // The button is still there if the act was refused.
  if (active instanceof HTMLElement && active.isConnected) active.focus();
  else place?.focus();
}
