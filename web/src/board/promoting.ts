// SPDX-License-Identifier: AGPL-3.0-or-later
// What a pawn becomes, where the person has said that once and for all.
import { settings } from '../platform/settings.svelte';
import type { Role, Square } from '../platform/protocol';
import { uciOf } from './moves';

/** The move in UCI notation, if nobody needs to be asked what the pawn becomes: it becomes nothing, or always a queen. Else null. */
export function withoutAsking(roles: readonly Role[], from: Square, to: Square): string | null {
  if (roles.length === 0) return uciOf(from, to, null);
  return settings.get('promotion') === 'queen' ? uciOf(from, to, 'queen') : null;
}
