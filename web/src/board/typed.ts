// SPDX-License-Identifier: AGPL-3.0-or-later
// Moves as people type or say them: `Nf3`, `g1f3`, "knight takes e5", "echo four". Which of them are legal, the server
// has said; a move that it has not named is sent to it all the same, so that the answer can explain it.
import type { Piece, Role, Square } from '../platform/protocol';
import { ends, promotionOf, uciOf } from './moves';
import { fileOf, rankOf } from './squares';

const ROLES: Record<string, Role> = { K: 'king', Q: 'queen', R: 'rook', B: 'bishop', N: 'knight' };

/** English words and their letters. Other languages name their pieces in `words`. */
const WORDS: Record<string, string> = {
  knight: 'N', bishop: 'B', rook: 'R', queen: 'Q', king: 'K', pawn: '',
  takes: 'x', captures: 'x', take: 'x', to: '', on: '', at: '', check: '', checkmate: '', mate: '', promotes: '=', promote: '=', becomes: '=', equals: '=',
  alpha: 'a', alfa: 'a', bravo: 'b', charlie: 'c', delta: 'd', echo: 'e', foxtrot: 'f', golf: 'g', hotel: 'h',
  one: '1', two: '2', three: '3', four: '4', five: '5', six: '6', seven: '7', eight: '8',
};
const SHORT = /^(short castles?|castles? short|castles? king ?side|king ?side castles?|castles?|castle king)$/;
const LONG = /^(long castles?|castles? long|castles? queen ?side|queen ?side castles?|castle queen)$/;

/** Where a move ends on a square, and the piece that its pawn becomes is named after it: "a8 to a knight". */
const BECOMES = /^(.*[1-8]|.* (?:one|eight)) (?:(?:promotes?|becomes|equals|to|on|into|as|at) )*(?:(?:an?|the|one) )*(queen|rook|bishop|knight)$/;
/** The same said alone, once the page has asked what the pawn becomes. */
const CHOICE = /^(?:(?:promotes?|becomes|equals|to|on|into|as|at|=) ?)*(?:(?:an?|the|one) )*(queen|rook|bishop|knight|[qrbn])$/;

const UCI = /^([a-h][1-8])-?([a-h][1-8])=?([qrbn])?$/i;
const SAN = /^([KQRBN])?([a-h])?([1-8])?[x:-]?([a-h][1-8])=?([QRBN])?$/;
const CASTLING = /^[O0]-?[O0](-?[O0])?$/i;

/** What a typed text asks for. */
type Wish =
  | { kind: 'uci'; from: Square; to: Square; promotion: Role | null }
  | { kind: 'castling'; isShort: boolean }
  | { kind: 'san'; role: Role; file: string | null; rank: string | null; to: Square; promotion: Role | null };

/** What came of it: a move, or a move that nobody has named legal, or what is wrong. */
export type Typed =
  | { kind: 'move'; uci: string }
  /** A pawn reaches the last rank, and nothing says what it becomes. */
  | { kind: 'promotion'; from: Square; to: Square }
  | { kind: 'attempt'; from: Square; to: Square }
  | { kind: 'several'; squares: Square[] }
  | { kind: 'none' }
  | { kind: 'unreadable' };

/** A move without what scores write around it: `1. e4!` is `e4`, `exd6 e.p.` is `exd6`, `a8(Q)` is `a8=Q`. */
export function bare(text: string): string {
  return text
    .trim()
    .replace(/^\d+\s*(?:\.+|…)\s*/, '')
    .replace(/(?<=[1-8])\s*e\.?\s?p\.?$/i, '')
    .replace(/[+#!?.…]+$/, '')
    .replace(/[/(](\p{Lu})\)?$/u, '=$1')
    .replace(/×/g, 'x')
    .trim();
}

/** Turns words into the letters of a score. */
function letters(text: string): string {
  const typed = bare(text);
  const words = typed.toLowerCase().replace(/[.,!]/g, ' ').replace(/\s+/g, ' ');
  if (SHORT.test(words)) return 'O-O';
  if (LONG.test(words)) return 'O-O-O';
  if (!/[a-z]{4}/i.test(typed) && !typed.includes(' ')) return typed;
  const [, move = words, role] = BECOMES.exec(words) ?? [];
  const end = role === undefined ? '' : `=${WORDS[role] ?? ''}`;
  return move.split(' ').map((word) => WORDS[word] ?? word).join('') + end;
}

/** What a pawn becomes by a text such as `queen`, `to a knight` or `R`; null where the text says something else. */
export function promotionNamed(text: string): Role | null {
  const [, name = ''] = CHOICE.exec(text.trim().toLowerCase().replace(/[.!]+$/, '')) ?? [];
  return ROLES[(WORDS[name] ?? name).toUpperCase()] ?? null;
}

function san(text: string): Wish | null {
  const found = SAN.exec(text);
  if (!found) return null;
  const [, role, file = null, rank = null, to = '', promotion] = found;
  return { kind: 'san', role: role ? (ROLES[role] ?? 'pawn') : 'pawn', file, rank, to, promotion: promotion ? (ROLES[promotion] ?? null) : null };
}

/** All that a text may mean, the likeliest first: `bc4` is a pawn's move, and may be a bishop's. */
function wishes(text: string): Wish[] {
  const plain = letters(text);
  const castling = CASTLING.exec(plain);
  if (castling) return [{ kind: 'castling', isShort: castling[1] === undefined }];
  const squares = UCI.exec(plain);
  if (squares) {
    const [, from = '', to = '', letter] = squares;
    const promotion = letter ? (ROLES[letter.toUpperCase()] ?? null) : null;
    return [{ kind: 'uci', from: from.toLowerCase(), to: to.toLowerCase(), promotion }];
  }
  // What is written in capitals alone says nothing by them: `E4` is `e4`, `NF3` is `Nf3`.
  const small = /[a-z]/.test(plain) ? plain : plain.toLowerCase();
  const asPiece = small.charAt(0).toUpperCase() + small.slice(1).replace(/=?([qrbn])$/, (_, letter: string) => letter.toUpperCase());
  const asPawn = small.replace(/=?([qrbn])$/, (_, letter: string) => letter.toUpperCase());
  return [san(plain), san(asPawn), san(asPiece)].filter((wish) => wish !== null);
}

/** The same wish, with whatever the pawn of this move becomes. */
const becoming = (wish: Wish, uci: string): Wish =>
  wish.kind !== 'castling' && wish.promotion === null ? { ...wish, promotion: promotionOf(uci) } : wish;

const isCastling = (pieces: ReadonlyMap<Square, Piece>, uci: string): boolean => {
  const [from, to] = ends(uci);
  const king = pieces.get(from);
  if (king?.role !== 'king' || rankOf(from) !== rankOf(to)) return false;
  return pieces.get(to)?.color === king.color || Math.abs(fileOf(from) - fileOf(to)) > 1;
};

function fits(wish: Wish, uci: string, pieces: ReadonlyMap<Square, Piece>): boolean {
  const [from, to] = ends(uci);
  switch (wish.kind) {
    case 'uci':
      return wish.from === from && wish.to === to && wish.promotion === promotionOf(uci);
    case 'castling':
      return isCastling(pieces, uci) && fileOf(to) > fileOf(from) === wish.isShort;
    case 'san':
      return (
        pieces.get(from)?.role === wish.role &&
        to === wish.to &&
        (wish.file === null || from.startsWith(wish.file)) &&
        (wish.rank === null || from.endsWith(wish.rank)) &&
        wish.promotion === promotionOf(uci) &&
        !isCastling(pieces, uci)
      );
  }
}

/** The one own piece that a wish may mean although it can't go there; null where it is not one. */
function meant(wish: Wish, pieces: ReadonlyMap<Square, Piece>, color: Piece['color']): [Square, Square] | null {
  if (wish.kind === 'uci') return [wish.from, wish.to];
  if (wish.kind !== 'san') return null;
  const own = [...pieces].filter(
    ([square, piece]) =>
      piece.color === color &&
      piece.role === wish.role &&
      (wish.file === null || square.startsWith(wish.file)) &&
      (wish.rank === null || square.endsWith(wish.rank)),
  );
  const near = own.length > 1 && wish.role === 'pawn' ? own.filter(([square]) => fileOf(square) === fileOf(wish.to)) : own;
  return near.length === 1 && near[0] ? [near[0][0], wish.to] : null;
}

/** What a text means on a board: `legal` are the moves that can be made, `color` is whose they are. */
export function readMove(text: string, legal: readonly string[], pieces: ReadonlyMap<Square, Piece>, color: Piece['color']): Typed {
  const all = wishes(text);
  if (all.length === 0) return { kind: 'unreadable' };
  for (const wish of all) {
    const found = legal.filter((uci) => fits(wish, uci, pieces));
    // Castling stands twice: as the king's two squares, and onto the rook.
    const starts = [...new Set(found.map((uci) => ends(uci)[0]))];
    if (found[0] !== undefined && starts.length === 1) return { kind: 'move', uci: found[0] };
    if (starts.length > 1) return { kind: 'several', squares: starts };
  }
  for (const wish of all) {
    const found = legal.filter((uci) => promotionOf(uci) !== null && fits(becoming(wish, uci), uci, pieces));
    const starts = [...new Set(found.map((uci) => ends(uci)[0]))];
    if (found[0] !== undefined && starts.length === 1) return { kind: 'promotion', from: ends(found[0])[0], to: ends(found[0])[1] };
    if (starts.length > 1) return { kind: 'several', squares: starts };
  }
  for (const wish of all) {
    const attempt = meant(wish, pieces, color);
    if (attempt) return { kind: 'attempt', from: attempt[0], to: attempt[1] };
  }
  return { kind: 'none' };
}

const LETTERS: Record<Role, string> = { king: 'K', queen: 'Q', rook: 'R', bishop: 'B', knight: 'N', pawn: '' };

/** A move as the list of moves will have it, but for its check: `Ngf3`, `exd5`, `a8=Q`, `O-O`. `legal` are all moves in UCI notation. */
export function sanOf(uci: string, legal: readonly string[], pieces: ReadonlyMap<Square, Piece>): string {
  const [from, to] = ends(uci);
  const role = pieces.get(from)?.role ?? 'pawn';
  if (isCastling(pieces, uci)) return fileOf(to) > fileOf(from) ? 'O-O' : 'O-O-O';
  const promotion = promotionOf(uci);
  const end = to + (promotion ? `=${LETTERS[promotion]}` : '');
  if (role === 'pawn') return fileOf(from) === fileOf(to) ? end : `${from.charAt(0)}x${end}`;
  const others = legal.map((each) => ends(each)).filter(([start, target]) => target === to && start !== from && pieces.get(start)?.role === role).map(([start]) => start);
  const byFile = others.every((start) => fileOf(start) !== fileOf(from));
  const byRank = others.every((start) => rankOf(start) !== rankOf(from));
  const which = others.length === 0 ? '' : byFile ? from.charAt(0) : byRank ? from.charAt(1) : from;
  return `${LETTERS[role]}${which}${pieces.has(to) ? 'x' : ''}${end}`;
}

/** The moves of a map of destinations, in UCI notation; a pawn that reaches the end becomes anything. */
export function movesOf(destinations: ReadonlyMap<Square, Square[]>, pieces: ReadonlyMap<Square, Piece>): string[] {
  const roles: Role[] = ['queen', 'rook', 'bishop', 'knight'];
  return [...destinations].flatMap(([from, targets]) =>
    targets.flatMap((to) => {
      const isLast = pieces.get(from)?.role === 'pawn' && (rankOf(to) === 0 || rankOf(to) === 7);
      return isLast ? roles.map((role) => uciOf(from, to, role)) : [uciOf(from, to, null)];
    }),
  );
}
