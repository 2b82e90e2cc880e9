// SPDX-License-Identifier: AGPL-3.0-or-later
import { piecesOf } from '../board/fen';
import type { Color, Role, Variant } from '../platform/protocol';

/** The squares of standard chess from which king and rook castle, by the letter of the right in a FEN. */
const PLACES: Record<string, { color: Color; king: string; rook: string }> = {
  K: { color: 'white', king: 'e1', rook: 'h1' },
  Q: { color: 'white', king: 'e1', rook: 'a1' },
  k: { color: 'black', king: 'e8', rook: 'h8' },
  q: { color: 'black', king: 'e8', rook: 'a8' },
};

/** In which variant a position can be: a right to castle from other squares than those of standard chess is one of Chess960. */
export function variantOf(fen: string): Variant {
  const pieces = piecesOf(fen);
  const rights = (fen.split(' ')[2] ?? '-').replace('-', '');
  const isThere = (square: string, color: Color, role: Role) => {
    const piece = pieces.get(square);
    return piece?.color === color && piece.role === role;
  };
  const isStandard = [...rights].every((letter) => {
    const place = PLACES[letter];
    return place !== undefined && isThere(place.king, place.color, 'king') && isThere(place.rook, place.color, 'rook');
  });
  return isStandard ? 'standard' : 'chess960';
}
