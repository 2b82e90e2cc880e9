// SPDX-License-Identifier: AGPL-3.0-or-later
// A set-up board as a FEN and back. Nothing here knows what is possible: the server says.
import { piecesOf, squareAt } from './fen';
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
  /** Half-moves since the last capture or pawn move. */
  halfmoves: number;
  /** The number of the move to be played. */
  number: number;
}

export const EMPTY: Setup = { pieces: new Map(), turn: 'white', castling: [], enPassant: null, halfmoves: 0, number: 1 };

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
  return `${ranks.join('/')} ${setup.turn === 'white' ? 'w' : 'b'} ${castling} ${setup.enPassant ?? '-'} ${setup.halfmoves} ${setup.number}`;
}

/** A FEN as it was read. */
export interface Reading {
  setup: Setup;
  /** The parts that say nothing to this page, as they were written. */
  unread: string[];
}

/** The board that a FEN describes. Addresses may have `_` for a space. Where its pieces can't be read, it is `before`. */
export function readFen(text: string, before: Setup = EMPTY): Reading {
  const parts = text.trim().split(/[\s_]+/);
  const [placement = '', turn, castling, enPassant, halfmoves, number, ...unread] = parts;
  if (!isPlacement(placement)) return { setup: before, unread: parts };
  const pieces = piecesOf(placement);
  const take = <T>(part: string | undefined, otherwise: T, read: (part: string) => T | null): T => {
    if (part === undefined) return otherwise;
    const found = read(part);
    if (found === null && part !== '') unread.push(part);
    return found ?? otherwise;
  };
  const counter = (least: number) => (part: string) => (/^\d{1,4}$/.test(part) && Number(part) >= least ? Number(part) : null);
  const setup = {
    pieces,
    turn: take<Color>(turn, 'white', (part) => (part === 'w' ? 'white' : part === 'b' ? 'black' : null)),
    castling: take<Right[]>(castling, [], (part) => {
      const letters = part === '-' ? [] : [...part];
      const rights = letters.map((letter) => rightOf(letter, pieces));
      unread.push(...letters.filter((_, index) => rights[index] === null));
      return RIGHTS.filter((right) => rights.includes(right));
    }),
    enPassant: take<Square | null>(enPassant === '-' ? undefined : enPassant, null, (part) => (/^[a-h][36]$/.test(part) ? part : null)),
    halfmoves: take(halfmoves, 0, counter(0)),
    number: take(number, 1, counter(1)),
  };
  return { setup, unread };
}

/** The board that a FEN describes, as far as it can be read. */
export const setupOf = (fen: string): Setup => readFen(fen).setup;

/** Eight ranks of pieces and numbers, or fewer while somebody still types. */
const isPlacement = (text: string): boolean => /^[1-8pnbrqkPNBRQK/]*$/.test(text) && text.split('/').length <= 8;

/** The right that a letter stands for. Shredder-FEN names the rook's file: `H` is White's rook on h1. */
function rightOf(letter: string, pieces: ReadonlyMap<Square, Piece>): Right | null {
  const named = RIGHTS.find((right) => right === letter);
  if (named) return named;
  const file = 'abcdefgh'.indexOf(letter.toLowerCase());
  const color: Color = letter === letter.toLowerCase() ? 'black' : 'white';
  const rank = color === 'white' ? 0 : 7;
  const isOwn = (index: number, role: Role) => {
    const piece = pieces.get(squareAt(index, rank));
    return piece?.role === role && piece.color === color;
  };
  const king = [0, 1, 2, 3, 4, 5, 6, 7].find((index) => isOwn(index, 'king'));
  if (file < 0 || king === undefined || !isOwn(file, 'rook')) return null;
  // K and Q mean the outermost rook. A right to castle with an inner one can't be said by them.
  const beyond = [0, 1, 2, 3, 4, 5, 6, 7].filter((index) => (file > king ? index > file : index < file));
  if (beyond.some((index) => isOwn(index, 'rook'))) return null;
  const right = file > king ? 'K' : 'Q';
  return color === 'white' ? right : (right.toLowerCase() as Right);
}

/** The same with a piece on a square, or none. A pawn that was passed is not there any more, nor a right to castle whose king or rook has gone. */
export function put(setup: Setup, square: Square, piece: Piece | null): Setup {
  const pieces = new Map(setup.pieces);
  if (piece) pieces.set(square, piece);
  else pieces.delete(square);
  const before = setup.pieces.get(square);
  const isSame = before?.role === piece?.role && before?.color === piece?.color;
  const castling = isSame ? setup.castling : setup.castling.filter((right) => !castlesWith(right, square, setup.pieces));
  return { ...setup, pieces, castling, enPassant: null };
}

/** Whether the king or the rook of a right to castle stands on this square. */
function castlesWith(right: Right, square: Square, pieces: ReadonlyMap<Square, Piece>): boolean {
  const piece = pieces.get(square);
  if (!piece || (right === right.toLowerCase()) !== (piece.color === 'black')) return false;
  if (piece.role === 'king') return true;
  const [file = ''] = square;
  return piece.role === 'rook' && rightOf(piece.color === 'white' ? file.toUpperCase() : file, pieces) === right && square[1] === (piece.color === 'white' ? '1' : '8');
}

/** The same with what stands on one square moved to another; off the board where there is no other. */
export function move(setup: Setup, from: Square, to: Square | null): Setup {
  const piece = setup.pieces.get(from);
  if (!piece || from === to) return setup;
  const lifted = put(setup, from, null);
  return to ? put(lifted, to, piece) : lifted;
}
