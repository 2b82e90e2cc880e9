// SPDX-License-Identifier: AGPL-3.0-or-later
import type { Color, MoveView, Square } from '../platform/protocol';
import { turnOf } from './fen';
import { ends } from './moves';

/** Moves from a starting position, and which of the positions between them is looked at. */
export class Line {
  startFen = $state('');
  moves = $state.raw<readonly MoveView[]>([]);
  private chosen = $state<number | null>(null);

  /** How many half-moves the position that is looked at is away from the start. */
  readonly ply = $derived(this.chosen ?? this.moves.length);
  /** Whether the newest position is looked at; it stays so when moves are added. */
  readonly isAtEnd = $derived(this.chosen === null);
  /** The move that led to the position; null at the start. */
  readonly move = $derived(this.moves[this.ply - 1] ?? null);
  readonly fen = $derived(this.move?.fen ?? this.startFen);
  readonly lastMove = $derived.by((): [Square, Square] | null => (this.move ? ends(this.move.uci) : null));
  /** Who is in check there, as far as the moves say: of the starting position they say nothing. */
  readonly check = $derived.by((): Color | null => (this.move?.check ? turnOf(this.fen) : null));

  /** `onreview` is called whenever the person turns to a position. */
  constructor(private readonly onreview: () => void = () => undefined) {}

  /** Takes a whole line in place of what was known. Whoever looks at an earlier position goes on looking at it. */
  set(startFen: string, moves: readonly MoveView[]): void {
    this.startFen = startFen;
    this.moves = moves;
    if (this.chosen !== null && this.chosen >= moves.length) this.chosen = null;
  }

  /** Adds moves at the end. */
  append(...moves: MoveView[]): void {
    this.moves = [...this.moves, ...moves];
  }

  /** Takes the last moves away. Whoever looks at one of them looks at the end. */
  takeBack(halfMoves: number): void {
    this.set(this.startFen, this.moves.slice(0, Math.max(0, this.moves.length - halfMoves)));
  }

  /** Looks at the position after so many half-moves; the last one is the end, which moves on. */
  review(ply: number): void {
    const wanted = Math.max(0, Math.min(ply, this.moves.length));
    this.chosen = wanted === this.moves.length ? null : wanted;
    this.onreview();
  }
}
