// SPDX-License-Identifier: AGPL-3.0-or-later
// What the game page says and hears besides what it shows.
import type { Game } from './game.svelte';
import { t } from '../locale';

/** What the page asks before it does something that can't be taken back. */
export type Question = 'resign' | 'abort' | 'draw';

/** The last move in words, for whoever listens instead of looking. */
export function announcement(game: Game): string {
  const last = game.line.moves.at(-1);
  if (!last) return '';
  return t.announce(last.fen.split(' ')[1] === 'b' ? 'white' : 'black', last.san);
}
