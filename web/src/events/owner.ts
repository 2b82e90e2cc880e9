// SPDX-License-Identifier: AGPL-3.0-or-later
import { account } from '../platform/account.svelte';
import type { EventView } from '../platform/protocol';

/** Whether the visitor may change the event, cancel it and name helpers: its owner, and staff that settles disputes. */
export function owns({ facts }: EventView): boolean {
  const { me } = account;
  return facts.may_organise && me !== null && (me.name === facts.owner || me.role === 'moderator' || me.role === 'admin');
}
