// SPDX-License-Identifier: AGPL-3.0-or-later
// What the page does with the server's list of legal moves.
import type { Role, Square } from '../platform/protocol';
import type { Branch, Variation } from './tree';

const PROMOTIONS: Record<string, Role> = { q: 'queen', r: 'rook', b: 'bishop', n: 'knight' };

/** Where each piece may go. A new map each time: the board edits it. */
export function destinationsOf(legal: readonly string[]): Map<Square, Square[]> {
  const destinations = new Map<Square, Square[]>();
  for (const uci of legal) {
    const [from, to] = ends(uci);
    const known = destinations.get(from) ?? [];
    if (!known.includes(to)) known.push(to);
    destinations.set(from, known);
  }
  return destinations;
}

/** The squares that a move in UCI notation leaves and reaches. */
export function ends(uci: string): [Square, Square] {
  return [uci.slice(0, 2), uci.slice(2, 4)];
}

/** What the pawn may become; empty where the move is no promotion. */
export function promotionsOf(legal: readonly string[], from: Square, to: Square): Role[] {
  return legal
    .filter((uci) => uci.length === 5 && uci.startsWith(from + to))
    .map((uci) => PROMOTIONS[uci.charAt(4)])
    .filter((role) => role !== undefined);
}

/** What the pawn of a move in UCI notation becomes; null where it is no promotion. */
export function promotionOf(uci: string): Role | null {
  return PROMOTIONS[uci.charAt(4)] ?? null;
}

/** The move in UCI notation. */
export function uciOf(from: Square, to: Square, promotion: Role | null): string {
  const letter = Object.keys(PROMOTIONS).find((key) => PROMOTIONS[key] === promotion);
  return from + to + (letter ?? '');
}

/** One line of the score sheet. A side that has not moved is null. */
export interface ScoreLine {
  number: number;
  white: ScoreEntry | null;
  black: ScoreEntry | null;
  /** What could have been played in place of the line's last move. */
  variations?: readonly Variation[];
}

/** One move on the score sheet. */
export interface ScoreEntry {
  /** How many half-moves have been played with it. */
  ply: number;
  san: string;
}

/**
 * Pairs the moves up, from the number and the side that the starting position names. Variations stand below the move that
 * they replace, so a line ends there.
 */
export function scoreSheet({ moves, variations }: Branch, firstNumber: number, blackBegins: boolean): ScoreLine[] {
  const lines: ScoreLine[] = [];
  moves.forEach(({ san }, index) => {
    const half = index + (blackBegins ? 1 : 0);
    const [number, side] = [firstNumber + (half >> 1), half % 2 === 0 ? ('white' as const) : ('black' as const)];
    let line = lines.at(-1);
    if (!line || line.number !== number || line.variations) lines.push((line = { number, white: null, black: null }));
    line[side] = { ply: index + 1, san };
    const others = variations.filter(({ at }) => at === index);
    if (others.length > 0) line.variations = others;
  });
  return lines;
}

const FIGURINES: Record<string, string> = { K: '♔', Q: '♕', R: '♖', B: '♗', N: '♘' };

/** A move as the person wants to read it: with letters, with a small picture of the piece, or with its `own` letters. */
export function written(san: string, notation: 'letters' | 'figurines' | 'own', own: Record<string, string>): string {
  if (notation === 'letters' || san.startsWith('O')) return san;
  const signs = notation === 'own' ? own : FIGURINES;
  return san.replace(/[KQRBN]/g, (letter) => signs[letter] ?? letter);
}
