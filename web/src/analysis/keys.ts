// SPDX-License-Identifier: AGPL-3.0-or-later
// The keys of the analysis board. Arrow keys walk, letters switch; where somebody types, all belong to the text.
import { settings } from '../platform/settings.svelte';
import type { Analysis } from './analysis.svelte';

const TYPING = 'input:not([type=checkbox], [type=radio]), textarea, select, dialog, [role=menu], [role=radiogroup], [role=slider]';

/** What the page does on a key, by the key's name. */
export type Actions = Record<string, () => void>;

const within = (event: KeyboardEvent, places: string): boolean => event.target instanceof Element && event.target.closest(places) !== null;

/** A key that is pressed and let go with no other one between: it means something when it is let go. */
export class LoneKey {
  private pressed = '';

  /** A key was pressed; where somebody types it means nothing. */
  press(event: KeyboardEvent): void {
    this.pressed = within(event, TYPING) ? '' : event.key;
  }

  /** The mouse or another key means something else. */
  forget(): void {
    this.pressed = '';
  }

  /** Which key it was that was let go now; null where it was not alone. */
  release(event: KeyboardEvent): string | null {
    const isAlone = this.pressed === event.key && !within(event, TYPING) && settings.get('keys') !== 'off';
    this.pressed = '';
    return isAlone ? event.key : null;
  }
}

/** The arrow keys and their neighbours. */
export function walk(event: KeyboardEvent, analysis: Analysis): boolean {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || within(event, `${TYPING}, [role=grid]`)) return false;
  const upOrDown = (step: 1 | -1, otherwise: () => void) => () => void (analysis.turnFork(step) || otherwise());
  const plain: Actions = {
    ArrowLeft: () => analysis.previous(),
    ArrowRight: () => analysis.next(),
    ArrowUp: upOrDown(-1, () => analysis.first()),
    ArrowDown: upOrDown(1, () => analysis.last()),
    Home: () => analysis.first(),
    End: () => analysis.last(),
  };
  const shifted: Actions = {
    ArrowLeft: () => analysis.previousFork(),
    ArrowRight: () => analysis.nextFork(),
    ArrowUp: () => analysis.sideways(-1),
    ArrowDown: () => analysis.sideways(1),
  };
  return act(event, (event.shiftKey ? shifted : plain)[event.key]);
}

/** Ctrl or Cmd with Z and Y: they undo and redo edits of the tree. */
export function undoing(event: KeyboardEvent, analysis: Analysis): boolean {
  if (event.defaultPrevented || event.altKey || !(event.ctrlKey || event.metaKey) || within(event, TYPING)) return false;
  const key = event.key.toLowerCase();
  if (key === 'z') return act(event, () => (event.shiftKey ? analysis.redo() : analysis.undo()));
  return act(event, key === 'y' && !event.shiftKey ? () => analysis.redo() : undefined);
}

/** Single keys, where somebody wants them. */
export function shortcut(event: KeyboardEvent, actions: Actions): boolean {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || settings.get('keys') === 'off') return false;
  if (within(event, TYPING)) return false;
  // Space presses the button that has the focus.
  if (event.key === ' ' && within(event, 'button, a, input, [role=treeitem]')) return false;
  return act(event, actions[event.key.length === 1 ? event.key.toLowerCase() : event.key]);
}

function act(event: KeyboardEvent, action: (() => void) | undefined): boolean {
  if (!action) return false;
  event.preventDefault();
  action();
  return true;
}
