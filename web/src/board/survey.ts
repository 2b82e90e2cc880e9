// SPDX-License-Identifier: AGPL-3.0-or-later
// What stands where, for whoever asks instead of looking.
import type { Piece, Role, Square } from '../platform/protocol';
import { squareAt } from './fen';
import { fileOf, rankOf, rowsSeenBy } from './squares';

type Pieces = ReadonlyMap<Square, Piece>;
const EIGHT = [0, 1, 2, 3, 4, 5, 6, 7];
const WAYS = [[0, 1], [1, 1], [1, 0], [1, -1], [0, -1], [-1, -1], [-1, 0], [-1, 1]] as const;

/** The squares of each colour's pieces of one kind. */
export function squaresOf(pieces: Pieces, role: Role, color: Piece['color']): Square[] {
  return [...pieces].filter(([, piece]) => piece.role === role && piece.color === color).map(([square]) => square).sort();
}

/** The squares of a file, `a` to `h`, from the first rank; of a rank, `1` to `8`, from the file a. */
export function lineOf(name: string): Square[] {
  const index = '12345678'.indexOf(name);
  if (index >= 0) return EIGHT.map((file) => squareAt(file, index));
  const file = 'abcdefgh'.indexOf(name);
  return file >= 0 ? EIGHT.map((rank) => squareAt(file, rank)) : [];
}

/** What is seen from a square in each of the eight directions: the first piece, or nothing. */
export function raysFrom(pieces: Pieces, from: Square): { square: Square; piece: Piece }[] {
  return WAYS.flatMap(([across, up]) => {
    for (let step = 1; step < 8; step += 1) {
      const [file, rank] = [fileOf(from) + across * step, rankOf(from) + up * step];
      if (file < 0 || file > 7 || rank < 0 || rank > 7) return [];
      const square = squareAt(file, rank);
      const piece = pieces.get(square);
      if (piece) return [{ square, piece }];
    }
    return [];
  });
}

/** The next square with a piece of a kind, in reading order from the square; backwards with `step` -1. */
export function nextOf(pieces: Pieces, role: Role, from: Square, orientation: Piece['color'], step: 1 | -1): Square | null {
  const all = rowsSeenBy(orientation).flat();
  const start = all.indexOf(from);
  for (let turn = 1; turn <= 64; turn += 1) {
    const square = all[(start + step * turn + 64 * 64) % 64];
    if (square !== undefined && pieces.get(square)?.role === role) return square;
  }
  return null;
}
