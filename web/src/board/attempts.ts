// SPDX-License-Identifier: AGPL-3.0-or-later
// The board drops illegal moves without a word; these decide which of them deserve an answer.
import type { Color, Piece, Square } from '../platform/protocol';

/** What the decision needs to know about the board. */
export interface BoardFacts {
  pieces: ReadonlyMap<Square, Piece>;
  /** Whose side the person plays. */
  you: Color;
  isLegal: (from: Square, to: Square) => boolean;
}

/**
 * Whether a click on `to`, with the piece on `from` selected, was meant as a move that is not legal.
 * A click on another piece of the same side, or on one's own, selects that piece instead.
 */
export function isRefusedClick(facts: BoardFacts, from: Square, to: Square): boolean {
  const mover = facts.pieces.get(from);
  const target = facts.pieces.get(to);
  if (!mover || from === to || facts.isLegal(from, to)) return false;
  return !target || (target.color !== mover.color && target.color !== facts.you);
}

/** Whether a piece that was dragged from `from` and let go over `to` was meant as a move that is not legal. */
export function isRefusedDrop(facts: BoardFacts, from: Square, to: Square): boolean {
  return from !== to && facts.pieces.has(from) && !facts.isLegal(from, to);
}
