// SPDX-License-Identifier: AGPL-3.0-or-later
// A set-up board as a FEN and back. Nothing here knows what is possible: the server says.
import { piecesOf, squareAt, turnOf } from './fen';
import type { Color, Piece, Role, Square } from '../platform/protocol';

/** Which rights to castle there are, in the order of a FEN. */
export const RIGHTS = ['K', 'Q', 'k', 'q'] as const;
export type Right = (typeof RIGHTS)[number];

/** What stands on the editor's board. */
export interface Setup {
  pieces: ReadonlyMap<Square, Piece>;
  turn: Color;
  castling: readonly Right[];
  enPassant: Square | null;
}

export const EMPTY: Setup = { pieces: new Map(), turn: 'white', castling: [], enPassant: null };

const LETTERS: Record<Role, string> = { pawn: 'p', knight: 'n', bishop: 'b', rook: 'r', queen: 'q', king: 'k' };

/** The letter of a piece: a capital for White. */
export function letterOf(piece: Piece): string {
  const letter = LETTERS[piece.role];
  return piece.color === 'white' ? letter.toUpperCase() : letter;
}

/** The board as a FEN. */
export function fenOf(setup: Setup): string {
  const ranks = [7, 6, 5, 4, 3, 2, 1, 0].map((rank) => {
    let text = '';
    let empty = 0;
    for (let file = 0; file < 8; file += 1) {
      const piece = setup.pieces.get(squareAt(file, rank));
      if (!piece) {
        empty += 1;
        continue;
      }
      text += (empty > 0 ? String(empty) : '') + letterOf(piece);
      empty = 0;
    }
    return text + (empty > 0 ? String(empty) : '');
  });
  const castling = RIGHTS.filter((right) => setup.castling.includes(right)).join('') || '-';
  return `${ranks.join('/')} ${setup.turn === 'white' ? 'w' : 'b'} ${castling} ${setup.enPassant ?? '-'} 0 1`;
}

/** The board that a FEN describes, as far as it can be read. */
export function setupOf(fen: string): Setup {
  const [, , castling = '-', enPassant = '-'] = fen.split(/\s+/);
  return {
    pieces: piecesOf(fen),
    turn: turnOf(fen),
    castling: RIGHTS.filter((right) => castling.includes(right)),
    enPassant: /^[a-h][36]$/.test(enPassant) ? enPassant : null,
  };
}

/** The same with a piece on a square, or none. A pawn that was passed is not there any more. */
export function put(setup: Setup, square: Square, piece: Piece | null): Setup {
  const pieces = new Map(setup.pieces);
  if (piece) pieces.set(square, piece);
  else pieces.delete(square);
  return { ...setup, pieces, enPassant: null };
}

/** The same with what stands on one square moved to another; off the board where there is no other. */
export function move(setup: Setup, from: Square, to: Square | null): Setup {
  const piece = setup.pieces.get(from);
  if (!piece || from === to) return setup;
  const lifted = put(setup, from, null);
  return to ? put(lifted, to, piece) : lifted;
}
