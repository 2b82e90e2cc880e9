// SPDX-License-Identifier: AGPL-3.0-or-later
// How a board looks once moves have been made that the server has not confirmed. Nothing here asks whether they are
// legal: the server does.
import { fenOf, piecesOf, squareAt } from './fen';
import type { Piece, Square } from '../platform/protocol';
import { ends, promotionOf } from './moves';
import { fileOf, rankOf } from './squares';

/** The pieces after a move in UCI notation. A king that goes two squares, or onto its own rook, castles. */
export function moved(pieces: ReadonlyMap<Square, Piece>, uci: string): Map<Square, Piece> {
  const after = new Map(pieces);
  const [from, to] = ends(uci);
  const piece = pieces.get(from);
  if (!piece) return after;
  after.delete(from);
  const target = pieces.get(to);
  if (piece.role === 'king' && isCastling(piece, target, from, to)) {
    castle(after, piece, from, to);
    return after;
  }
  if (piece.role === 'pawn' && !target && fileOf(from) !== fileOf(to)) after.delete(squareAt(fileOf(to), rankOf(from)));
  after.set(to, { color: piece.color, role: promotionOf(uci) ?? piece.role });
  return after;
}

function isCastling(king: Piece, target: Piece | undefined, from: Square, to: Square): boolean {
  if (target) return target.color === king.color && target.role === 'rook' && rankOf(from) === rankOf(to);
  return rankOf(from) === rankOf(to) && fileOf(from) === 4 && Math.abs(fileOf(from) - fileOf(to)) === 2;
}

function castle(after: Map<Square, Piece>, king: Piece, from: Square, to: Square): void {
  const rank = rankOf(from);
  const toKingSide = fileOf(to) > fileOf(from);
  after.delete(to);
  // By the king alone it is the rook in the corner; in Chess960 the move names the rook.
  if (fileOf(to) === 6 || fileOf(to) === 2) {
    const corner = squareAt(toKingSide ? 7 : 0, rank);
    if (after.get(corner)?.role === 'rook' && after.get(corner)?.color === king.color) after.delete(corner);
  }
  after.set(squareAt(toKingSide ? 6 : 2, rank), king);
  after.set(squareAt(toKingSide ? 5 : 3, rank), { color: king.color, role: 'rook' });
}

/** A board with moves on it that wait for their turn. */
export interface Ghosts {
  /** What is drawn. */
  fen: string;
  /** What waits on which square. */
  pieces: Map<Square, Piece>;
  /** The squares that the waiting moves leave and reach. */
  squares: Set<Square>;
}

/** The board after moves that wait, `fen` being what stands there now. */
export function ghostsOf(fen: string, waiting: readonly string[]): Ghosts {
  const squares = new Set<Square>();
  const before = piecesOf(fen);
  let now = before;
  for (const uci of waiting) {
    now = moved(now, uci);
    for (const square of ends(uci)) squares.add(square);
  }
  const pieces = new Map([...now].filter(([square, piece]) => !isSame(before.get(square), piece)));
  return { fen: fenOf(now, fen), pieces, squares };
}

const isSame = (one: Piece | undefined, other: Piece): boolean => one?.color === other.color && one.role === other.role;
