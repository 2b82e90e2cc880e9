// SPDX-License-Identifier: AGPL-3.0-or-later
// Reads what stands where from a FEN. Nothing here knows how pieces move: the server does.
import type { Color, Piece, Role, Square } from '../platform/protocol';

const ROLES: Record<string, Role> = {
  p: 'pawn',
  n: 'knight',
  b: 'bishop',
  r: 'rook',
  q: 'queen',
  k: 'king',
};

/** The position before the first move of a usual game. */
export const START_FEN = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

/** What stands on each occupied square. Unreadable characters are skipped. */
export function piecesOf(fen: string): Map<Square, Piece> {
  const pieces = new Map<Square, Piece>();
  const ranks = (fen.split(' ')[0] ?? '').split('/');
  ranks.forEach((rank, fromTop) => {
    let file = 0;
    for (const letter of rank) {
      const role = ROLES[letter.toLowerCase()];
      if (role) {
        const color: Color = letter === letter.toLowerCase() ? 'black' : 'white';
        pieces.set(squareAt(file, 7 - fromTop), { color, role });
        file += 1;
      } else {
        file += Number(letter) || 0;
      }
    }
  });
  return pieces;
}

/** The FEN of other pieces, with everything else as in `like`. */
export function fenOf(pieces: ReadonlyMap<Square, Piece>, like: string): string {
  const ranks = [7, 6, 5, 4, 3, 2, 1, 0].map((rank) => {
    const letters = [0, 1, 2, 3, 4, 5, 6, 7].map((file) => letterOf(pieces.get(squareAt(file, rank))));
    return letters.join('').replace(/1+/g, (empty) => String(empty.length));
  });
  return [ranks.join('/'), ...like.split(' ').slice(1)].join(' ');
}

/** `P` for a white pawn, `1` for an empty square. */
function letterOf(piece: Piece | undefined): string {
  if (!piece) return '1';
  const letter = Object.keys(ROLES).find((key) => ROLES[key] === piece.role) ?? '1';
  return piece.color === 'white' ? letter.toUpperCase() : letter;
}

/** Whose move it is. */
export function turnOf(fen: string): Color {
  return fen.split(' ')[1] === 'b' ? 'black' : 'white';
}

/** The number of the move to be played, from 1. */
export function moveNumberOf(fen: string): number {
  return Number(fen.split(' ')[5]) || 1;
}

/** File and rank from 0: `squareAt(4, 3)` is e4. */
export function squareAt(file: number, rank: number): Square {
  return 'abcdefgh'.charAt(file) + String(rank + 1);
}

/** The other side. */
export function opposite(color: Color): Color {
  return color === 'white' ? 'black' : 'white';
}
