// SPDX-License-Identifier: AGPL-3.0-or-later
// In which positions the engine is off for somebody who plays by correspondence: in those that occurred in a running game of theirs,
// stand shortly before its present one, or can still occur. The server has the same rule for what it computes
// (`crates/tabiya-analysis/src/fair_play`), and both are tested by its `cases.txt`. Whose turn it is does not matter here.
//
// Nobody can search all games, so this asks what can't be undone: men that were taken, pawns that have moved, castling rights that
// were lost. It sometimes says that a position can occur which can't, and never the other way round.
import { piecesOf } from '../board/fen';
import type { Color, Role } from '../platform/protocol';

/** So many pawns may stand elsewhere, and men be gone, between a position and one that it stands shortly before. */
const SHORTLY = 2;
const COLORS = ['white', 'black'] as const;
const PROMOTED = ['knight', 'bishop', 'rook', 'queen'] as const;

/** A square by file, and by rank as its side counts, both from 0. */
interface Pawn {
  file: number;
  rank: number;
}

interface Side {
  pawns: readonly Pawn[];
  count: Record<Role, number>;
  all: number;
}

/** A position, as far as the rule looks at it. */
interface Place {
  key: string;
  sides: Record<Color, Side>;
  /** `white h` where White may castle with the rook of the h-file. */
  rights: readonly string[];
}

/** A running game: what occurred, and where it stands. */
export class RunningGame {
  private readonly occurred: ReadonlySet<string>;
  private readonly now: Place;

  /** Of the FENs of all its positions, the present one last. */
  constructor(fens: readonly [string, ...string[]]) {
    const places = fens.map(placeOf);
    this.occurred = new Set(places.map(({ key }) => key));
    this.now = places.at(-1) ?? placeOf(fens[0]);
  }

  /** Whether the engine could help in this game by what it says of a position. */
  isHelpedBy(fen: string): boolean {
    const place = placeOf(fen);
    return this.occurred.has(place.key) || standsShortlyBefore(place, this.now) || canStillOccur(this.now, place);
  }
}

function placeOf(fen: string): Place {
  const [men = '', , castling = '-'] = fen.split(' ');
  const sides = { white: emptySide(), black: emptySide() };
  const rooks: Record<Color, number[]> = { white: [], black: [] };
  for (const [square, { color, role }] of piecesOf(fen)) {
    const file = square.charCodeAt(0) - 97;
    const rank = color === 'white' ? Number(square[1]) - 1 : 8 - Number(square[1]);
    const side = sides[color];
    side.count[role] += 1;
    side.all += 1;
    if (role === 'pawn') side.pawns.push({ file, rank });
    if (role === 'rook' && rank === 0) rooks[color].push(file);
  }
  const rights = [...castling.replace('-', '')].map((letter) => rightOf(letter, rooks)).sort();
  return { key: `${men} ${rights.join()}`, sides, rights };
}

const emptySide = () => ({ pawns: [] as Pawn[], count: { pawn: 0, knight: 0, bishop: 0, rook: 0, queen: 0, king: 0 }, all: 0 });

/** `K` is the outermost rook on that side; other letters name a file. */
function rightOf(letter: string, rooks: Record<Color, number[]>): string {
  const low = letter.toLowerCase();
  const color = letter === low ? 'black' : 'white';
  const file = low === 'k' ? Math.max(...rooks[color]) : low === 'q' ? Math.min(...rooks[color]) : low.charCodeAt(0) - 97;
  return `${color} ${String.fromCharCode(97 + file)}`;
}

/** Whether moves may lead from one position to the other, or both are the same. */
function canStillOccur(from: Place, to: Place): boolean {
  return to.rights.every((right) => from.rights.includes(right)) && COLORS.every((color) => menSuffice(from, to, color) && pawnsFit(from, to, color));
}

/** Whether what is good in one position is good in the other: a pawn or two were a step back, or a man was not yet taken. */
function standsShortlyBefore(before: Place, now: Place): boolean {
  let changed = 0;
  for (const color of COLORS) {
    const [then, present] = [before.sides[color], now.sides[color]];
    const moved = then.pawns.filter((pawn) => !present.pawns.some((other) => other.file === pawn.file && other.rank === pawn.rank));
    // A pawn that was taken is counted as one that moved.
    const pawns = Math.max(0, then.count.pawn - present.count.pawn);
    const taken = then.all < present.all ? SHORTLY : then.all - present.all;
    changed += moved.length + Math.max(0, taken - pawns);
  }
  return changed <= SHORTLY && canStillOccur(before, now);
}

/** Whether this side's pieces can be those that there were, and pawns that have promoted. */
function menSuffice(from: Place, to: Place, color: Color): boolean {
  const [then, later] = [from.sides[color], to.sides[color]];
  const spent = then.count.pawn - later.count.pawn;
  const promoted = PROMOTED.reduce((sum, role) => sum + Math.max(0, later.count[role] - then.count[role]), 0);
  return spent >= 0 && then.all >= later.all && promoted <= spent;
}

/** Whether each of this side's pawns can have come from another pawn's square, with as many captures as there were. */
function pawnsFit(from: Place, to: Place, color: Color): boolean {
  const other = color === 'white' ? 'black' : 'white';
  const captures = from.sides[other].all - to.sides[other].all;
  if (captures < 0) return false;
  const sources = from.sides[color].pawns;
  let needed = 0;
  const ways: number[][] = [];
  for (const target of to.sides[color].pawns) {
    const files = sources.map((source) => filesBetween(source, target));
    const own = files.flatMap((count, index) => (count !== null && count <= captures ? [index] : []));
    if (own.length === 0) return false;
    needed += Math.min(...own.map((index) => files[index] ?? 0));
    ways.push(own);
  }
  return needed <= captures && areAllMatched(ways);
}

/** How many files a pawn has to cross from one square to the other, each by a capture; null if it can't get there. */
function filesBetween(source: Pawn, target: Pawn): number | null {
  const files = Math.abs(source.file - target.file);
  return files <= target.rank - source.rank ? files : null;
}

/** Whether each target gets a source of its own (Kuhn's algorithm). */
function areAllMatched(ways: readonly number[][]): boolean {
  const takenBy = new Map<number, number>();
  const find = (target: number, seen: Set<number>): boolean =>
    (ways[target] ?? []).some((source) => {
      if (seen.has(source)) return false;
      seen.add(source);
      const other = takenBy.get(source);
      if (other !== undefined && !find(other, seen)) return false;
      takenBy.set(source, target);
      return true;
    });
  return ways.every((_, target) => find(target, new Set()));
}
