// SPDX-License-Identifier: AGPL-3.0-or-later
import { settings } from '../platform/settings.svelte';
import type { Line } from './line.svelte';
import type { Tools } from './tools.svelte';

const isPlain = (event: KeyboardEvent): boolean =>
  !event.defaultPrevented && !event.altKey && !event.ctrlKey && !event.metaKey;

/** Whether a key belongs to where the focus is, as in a text field. */
const isTaken = (event: KeyboardEvent, places: string): boolean =>
  event.target instanceof Element && event.target.closest(places) !== null;

/** Shift and the arrow keys lead from variation to variation: into one, out of it, and along those that begin at one move. */
export function turnBranch(event: KeyboardEvent, line: Line): boolean {
  const turns: Record<string, () => boolean> = {
    ArrowDown: () => line.turnAside(1),
    ArrowRight: () => line.turnAside(1),
    ArrowUp: () => line.turnAside(-1),
    ArrowLeft: () => line.leave(),
  };
  const isTurned = isPlain(event) && event.shiftKey && (turns[event.key]?.() ?? false);
  if (isTurned) event.preventDefault();
  return isTurned;
}

/** The arrow keys turn the pages of the game, unless they are needed where the focus is. */
export function turnPages(event: KeyboardEvent, line: Line): void {
  if (!isPlain(event)) return;
  if (isTaken(event, '[role=grid], input, textarea, select, dialog, [role=menu], [role=radiogroup], [role=slider]')) return;
  if (event.shiftKey) return void turnBranch(event, line);
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

/** The single keys that work on the whole page; `type` leads to the field for moves and commands. */
export function useShortcut(event: KeyboardEvent, tools: Tools, type: () => void): void {
  if (!isPlain(event) || settings.get('keys') === 'off') return;
  if (isTaken(event, 'input, textarea, select, dialog')) return;
  const actions: Record<string, () => void> = {
    f: () => tools.flip(),
    z: () => tools.toggleZen(),
    d: () => tools.drawings.toggle(),
    s: () => tools.togglePanel('settings'),
    '?': () => tools.togglePanel('keys'),
    '/': type,
  };
  const action = actions[event.key.toLowerCase()];
  if (!action) return;
  event.preventDefault();
  action();
}
