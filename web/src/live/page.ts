// SPDX-License-Identifier: AGPL-3.0-or-later
// What the game page says and hears besides what it shows.
import type { Game } from './game.svelte';
import { t } from '../locale';

/** What the page asks before it does something that can't be taken back. */
export type Question = 'resign' | 'abort' | 'draw';

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

/** Scrolls a list, and only the list, until one of its entries is in its middle; to the start where there is none. */
export function centre(list: HTMLElement, entry: Element | null): void {
  if (!entry) return list.scrollTo({ top: 0, left: 0 });
  const [outer, inner] = [list.getBoundingClientRect(), entry.getBoundingClientRect()];
  list.scrollTo({
    top: list.scrollTop + (inner.top + inner.bottom - outer.top - outer.bottom) / 2,
    left: list.scrollLeft + (inner.left + inner.right - outer.left - outer.right) / 2,
  });
}
