// SPDX-License-Identifier: AGPL-3.0-or-later
// A tree of moves: a line, and at any of its moves the lines that could have been played in its place. A position is named
// by a path, which leads from one variation into the next, and by how many half-moves were played on the way.
import type { MoveView } from '../platform/protocol';

/** Moves that follow each other, and the variations that begin at one of them. */
export interface Branch {
  moves: readonly MoveView[];
  variations: readonly Variation[];
}

/** A branch that replaces a move of the branch around it. */
export interface Variation extends Branch {
  /** A number of its own in the whole tree. */
  id: number;
  /** The index of the move that its first one replaces. */
  at: number;
}

/** From the outermost variation to the innermost. */
export type Path = readonly Variation[];

export const MAIN_LINE: Path = [];

/** How many half-moves are played before the path's last variation begins. */
export const startOf = (path: Path): number => path.reduce((sum, { at }) => sum + at, 0);

/** All moves from the start to the end of the path. */
export function movesAlong(main: Branch, path: Path): readonly MoveView[] {
  if (path.length === 0) return main.moves;
  const before = path.flatMap(({ at }, index) => (path[index - 1] ?? main).moves.slice(0, at));
  return [...before, ...(path.at(-1)?.moves ?? [])];
}

/** The part of the path up to the branch that a half-move stands in. */
export function holderOf(path: Path, ply: number): Path {
  const length = path.findLastIndex((_, index) => startOf(path.slice(0, index + 1)) < ply) + 1;
  return length === path.length ? path : path.slice(0, length);
}

/** Where the moves lead that can be chosen between in place of one: first the line that was branched from. */
export function choicesAt(main: Branch, path: Path, ply: number): Path[] {
  const held = holderOf(path, ply);
  const last = held.at(-1);
  const index = ply - 1 - startOf(held);
  if (index < 0) return [];
  const parent = last && index === 0 ? held.slice(0, -1) : held;
  const at = last && index === 0 ? last.at : index;
  const others = (parent.at(-1) ?? main).variations.filter((variation) => variation.at === at);
  return [parent, ...others.map((variation) => [...parent, variation])];
}
