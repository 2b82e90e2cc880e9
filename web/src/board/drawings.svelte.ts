// SPDX-License-Identifier: AGPL-3.0-or-later
import type { Square } from '../platform/protocol';

/** The colours that can be drawn in, by the names that the board gives them. */
export const BRUSHES = ['green', 'red', 'blue', 'yellow'] as const;
export type Brush = (typeof BRUSHES)[number];

/** An arrow, or a circle where it leads nowhere. */
export interface Shape {
  from: Square;
  to: Square | null;
  brush: Brush;
}

/** Arrows and circles on a board. They are for whoever draws them: nothing is sent. */
export class Drawings {
  shapes = $state.raw<readonly Shape[]>([]);
  /** Whether a plain press draws, as for touch and keyboard; a right-drag always draws. */
  armed = $state(false);
  brush = $state<Brush>('green');
  /** Where an arrow that is drawn by keyboard begins. */
  from = $state<Square | null>(null);

  /** Turns drawing by a plain press on or off. */
  toggle(): void {
    this.armed = !this.armed;
    this.from = null;
  }

  /** Enter on a square: the arrow's beginning, then its end; the same square twice is a circle. */
  mark(square: Square): void {
    if (this.from === null) {
      this.from = square;
      return;
    }
    this.add({ from: this.from, to: square === this.from ? null : square, brush: this.brush });
    this.from = null;
  }

  /** Adds a shape; the same one once more takes it away, another colour replaces it. */
  add(shape: Shape): void {
    const equal = this.shapes.find(({ from, to }) => from === shape.from && to === shape.to);
    const others = this.shapes.filter((other) => other !== equal);
    this.shapes = equal?.brush === shape.brush ? others : [...others, shape];
  }

  clear(): void {
    this.from = null;
    if (this.shapes.length > 0) this.shapes = [];
  }

  /** The board shows another position, to which what was drawn does not belong. */
  leave(): void {
    this.clear();
  }
}
