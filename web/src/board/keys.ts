// SPDX-License-Identifier: AGPL-3.0-or-later
import type { Line } from './line.svelte';

/** The arrow keys turn the pages of the game, unless they are needed where the focus is. */
export function turnPages(event: KeyboardEvent, line: Line): void {
  const target = event.target instanceof Element ? event.target : null;
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (target?.closest('[role=grid], input, textarea, select, dialog')) return;
  const ply = {
    ArrowLeft: line.ply - 1,
    ArrowRight: line.ply + 1,
    ArrowUp: 0,
    ArrowDown: line.moves.length,
    Home: 0,
    End: line.moves.length,
  }[event.key];
  if (ply === undefined) return;
  event.preventDefault();
  line.review(ply);
}
