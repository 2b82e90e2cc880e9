// SPDX-License-Identifier: AGPL-3.0-or-later
// What the game page says and hears besides what it shows.
import type { Game } from '../lib/game.svelte';
import { t } from '../locale';

/** The last move in words, for whoever listens instead of looking. */
export function announcement(game: Game): string {
  const last = game.moves.at(-1);
  if (!last) return '';
  return t.announce(last.fen.split(' ')[1] === 'b' ? 'white' : 'black', last.san);
}

/** The arrow keys turn the pages of the game, unless they are needed where the focus is. */
export function reviewKey(event: KeyboardEvent, game: Game): void {
  const target = event.target instanceof Element ? event.target : null;
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (target?.closest('[role=grid], input, textarea, select, dialog')) return;
  const ply = {
    ArrowLeft: game.ply - 1,
    ArrowRight: game.ply + 1,
    ArrowUp: 0,
    ArrowDown: game.moves.length,
    Home: 0,
    End: game.moves.length,
  }[event.key];
  if (ply === undefined) return;
  event.preventDefault();
  game.review(ply);
}
