// SPDX-License-Identifier: AGPL-3.0-or-later
import { type Brush, Drawings, type Shape } from '../board/drawings.svelte';
import type { Analysis } from './analysis.svelte';

/** The arrows and circles of the position that is looked at: each change is an edit of the tree. */
export class NodeDrawings implements Pick<Drawings, keyof Drawings> {
  armed = $state(false);
  brush = $state<Brush>('green');
  from = $state<string | null>(null);

  constructor(private readonly analysis: Analysis) {}

  get shapes(): readonly Shape[] {
    return this.analysis.node.shapes;
  }

  set shapes(shapes: readonly Shape[]) {
    if (shapes.length > 0 || this.shapes.length > 0) this.analysis.draw(shapes);
  }

  toggle = Drawings.prototype.toggle;
  mark = Drawings.prototype.mark;
  add = Drawings.prototype.add;
  clear = Drawings.prototype.clear;

  /** Another position has its own. */
  leave(): void {
    this.from = null;
  }
}
