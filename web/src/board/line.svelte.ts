// SPDX-License-Identifier: AGPL-3.0-or-later
import type { Color, MoveView, Square } from '../platform/protocol';
import { turnOf } from './fen';
import { ends } from './moves';
import { type Branch, choicesAt, holderOf, MAIN_LINE, movesAlong, type Path, startOf, type Variation } from './tree';

/** Variations nested deeper than this are folded until somebody opens them or looks at one of their moves. */
const OPEN_DEPTH = 2;

/** A path in a tree of moves, and which of the positions along it is looked at. A game has one line and no variations. */
export class Line {
  startFen = $state('');
  /** The whole tree. */
  tree = $state.raw<Branch>({ moves: [], variations: [] });
  /** The path that is followed. */
  path = $state.raw<Path>(MAIN_LINE);
  /** What an analysis says of moves of the main line, by their half-moves from 1: `??`. */
  signs = $state.raw<ReadonlyMap<number, string>>(new Map());
  private chosen = $state<number | null>(null);
  /** The variations that somebody has folded, or opened where they were folded. */
  private turned = $state.raw<ReadonlySet<number>>(new Set());

  /** The moves along the path, to its end. */
  readonly moves = $derived(movesAlong(this.tree, this.path));
  /** How many half-moves the position that is looked at is away from the start. */
  readonly ply = $derived(this.chosen ?? this.moves.length);
  /** Whether the newest position is looked at; it stays so when moves are added. */
  readonly isAtEnd = $derived(this.chosen === null);
  /** The move that led to the position; null at the start. */
  readonly move = $derived(this.moves[this.ply - 1] ?? null);
  /** The variation that this move stands in; null in the main line. */
  readonly within = $derived(holderOf(this.path, this.ply).at(-1) ?? null);
  readonly fen = $derived(this.move?.fen ?? this.startFen);
  readonly lastMove = $derived.by((): [Square, Square] | null => (this.move ? ends(this.move.uci) : null));
  /** Who is in check there, as far as the moves say: of the starting position they say nothing. */
  readonly check = $derived.by((): Color | null => (this.move?.check ? turnOf(this.fen) : null));

  /** `onreview` is called whenever the person turns to a position. */
  constructor(private readonly onreview: () => void = () => undefined) {}

  /** Takes a whole tree in place of what was known. Whoever looks at an earlier position of its line goes on looking at it. */
  set(startFen: string, moves: readonly MoveView[], variations: readonly Variation[] = []): void {
    this.startFen = startFen;
    this.tree = { moves, variations };
    this.path = MAIN_LINE;
    if (this.chosen !== null && this.chosen >= moves.length) this.chosen = null;
  }

  /** Adds moves at the end of the main line. */
  append(...moves: MoveView[]): void {
    this.tree = { ...this.tree, moves: [...this.tree.moves, ...moves] };
  }

  /** Takes the last moves of the main line away. Whoever looks at one of them looks at the end. */
  takeBack(halfMoves: number): void {
    const moves = this.tree.moves.slice(0, Math.max(0, this.tree.moves.length - halfMoves));
    this.set(this.startFen, moves, this.tree.variations.filter(({ at }) => at < moves.length));
  }

  /** Looks at the position after so many half-moves of the path; the last one of the main line is the end, which moves on. */
  review(ply: number): void {
    this.go(this.path, ply);
  }

  /** The same on another path. */
  go(path: Path, ply: number): void {
    this.path = path;
    const wanted = Math.max(0, Math.min(ply, this.moves.length));
    this.chosen = path.length === 0 && wanted === this.moves.length ? null : wanted;
    this.onreview();
  }

  /** Turns to the next move that could have been played here, or to the one before; says whether there is one. */
  turnAside(step: 1 | -1): boolean {
    const choices = choicesAt(this.tree, this.path, this.ply);
    const here = choices.findIndex((path) => (path.at(-1) ?? null) === this.within);
    const path = choices[here + step];
    if (path) this.go(path, this.ply);
    return path !== undefined;
  }

  /** Leaves the variation for the move that it replaces; says whether there is one. */
  leave(): boolean {
    const held = holderOf(this.path, this.ply);
    if (held.length > 0) this.go(held.slice(0, -1), startOf(held) + 1);
    return held.length > 0;
  }

  /** Whether only the first move of a variation is shown, which is nested so deep. */
  isFolded(variation: Variation, depth: number): boolean {
    if (this.path.includes(variation)) return false;
    return this.turned.has(variation.id) !== depth > OPEN_DEPTH;
  }

  /** Folds a variation or opens it. Whoever looks at a move in it that is hidden then looks at the move that it replaces. */
  fold(variation: Variation, depth: number): void {
    const wasFolded = this.isFolded(variation, depth);
    const index = this.path.indexOf(variation);
    if (index >= 0) this.go(this.path.slice(0, index), startOf(this.path.slice(0, index + 1)) + 1);
    if (this.isFolded(variation, depth) !== wasFolded) return;
    const turned = new Set(this.turned);
    if (!turned.delete(variation.id)) turned.add(variation.id);
    this.turned = turned;
  }
}
