// SPDX-License-Identifier: AGPL-3.0-or-later
import type { NodeId, Tree } from './tree';

/** A tree as it was, and what was looked at in it. */
export interface Moment {
  tree: Tree;
  here: NodeId;
}

/** The most nodes of all trees that can be gone back to: some 20 MB. Small trees go back for a thousand edits. */
const MOST_NODES = 400_000;
const MOST_EDITS = 1_000;

/** The trees before each edit. They share what the edits left as it was. */
export class History {
  private past = $state.raw<readonly Moment[]>([]);
  private future = $state.raw<readonly Moment[]>([]);
  readonly canUndo = $derived(this.past.length > 0);
  readonly canRedo = $derived(this.future.length > 0);

  /** Something was edited; `before` is how it was. */
  push(before: Moment): void {
    const past = [...this.past, before].slice(-MOST_EDITS);
    let nodes = past.reduce((sum, { tree }) => sum + tree.nodes.size, 0);
    while (nodes > MOST_NODES && past.length > 1) nodes -= past.shift()?.tree.nodes.size ?? 0;
    this.past = past;
    this.future = [];
  }

  /** What was before the last edit; null where there is none. */
  undo(now: Moment): Moment | null {
    const moment = this.past.at(-1);
    if (!moment) return null;
    this.past = this.past.slice(0, -1);
    this.future = [...this.future, now];
    return moment;
  }

  /** What the last undoing has taken away; null where there is none. */
  redo(now: Moment): Moment | null {
    const moment = this.future.at(-1);
    if (!moment) return null;
    this.future = this.future.slice(0, -1);
    this.past = [...this.past, now];
    return moment;
  }

  forget(): void {
    this.past = [];
    this.future = [];
  }
}
