// SPDX-License-Identifier: AGPL-3.0-or-later
// The graph of winning chances, as numbers: a line through one point for each position, White's part of the height below it.
import type { AnalysedMove, AnalysedStart, AnalysisTotals, Color } from '../../platform/protocol';
import { moverOf } from './jump';
import { heightOf } from './times';

export const WIDTH = 600;
export const HEIGHT = 120;

export interface Point {
  /** The number of half-moves before the position. */
  readonly ply: number;
  readonly x: number;
  readonly y: number;
}

/** White's winning chances in thousandths, by the half-moves before the position. After mate they are all or nothing. */
export function winsOf(start: AnalysedStart | null, moves: readonly AnalysedMove[]): number[] {
  if (start === null) return [];
  return [start, ...moves].map(({ eval: worth, win }) => (worth.kind === 'mated' ? (worth.winner === 'white' ? 1000 : 0) : win));
}

/** The bad move that changed the winning chances most, the first of several; null without one. */
export function turningPoint(start: AnalysedStart | null, moves: readonly AnalysedMove[]): AnalysedMove | null {
  const wins = winsOf(start, moves);
  const swing = ({ ply }: AnalysedMove) => Math.abs((wins[ply] ?? 0) - (wins[ply - 1] ?? 0));
  const bad = moves.filter(({ judgement }) => judgement !== null);
  return bad.reduce<AnalysedMove | null>((most, move) => (most === null || swing(move) > swing(most) ? move : most), null);
}

/** The points of what is known of a game of so many half-moves. */
export function pointsOf(start: AnalysedStart | null, moves: readonly AnalysedMove[], of: number): Point[] {
  if (start === null) return [];
  const step = of > 0 ? WIDTH / of : 0;
  return winsOf(start, moves).map((win, ply) => ({ ply, x: round(ply * step), y: round(HEIGHT * (1 - win / 1000)) }));
}

/** The area of White's part, as the path of an SVG; empty without points. */
export function areaOf(points: readonly Point[]): string {
  const [first] = points;
  const last = points.at(-1);
  if (!first || !last) return '';
  const line = points.map(({ x, y }) => `L${x} ${y}`).join('');
  return `M${first.x} ${HEIGHT}${line}L${last.x} ${HEIGHT}Z`;
}

/** The line itself. */
export function lineOf(points: readonly Point[]): string {
  return points.map(({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${x} ${y}`).join('');
}

/** The position that is nearest to a place of the graph, which is a share of its width. */
export function plyAt(share: number, of: number): number {
  return Math.min(Math.max(Math.round(share * of), 0), of);
}

/** A phase of the game: the half-moves from the position where it begins to the one where the next begins. */
export interface Stretch {
  readonly phase: 'opening' | 'middlegame' | 'endgame';
  readonly from: number;
  readonly to: number;
}

/** The phases of a game of `of` half-moves, of which some games have no middlegame or no endgame; none before they are known. */
export function stretchesOf(totals: Pick<AnalysisTotals, 'middlegame' | 'endgame'> | null, of: number): Stretch[] {
  if (totals === null || of <= 0) return [];
  const begins = [
    { phase: 'opening', from: 0 },
    { phase: 'middlegame', from: totals.middlegame },
    { phase: 'endgame', from: totals.endgame },
  ] as const;
  const known = begins.flatMap(({ phase, from }) => (from === null ? [] : [{ phase, from }]));
  return known.map((each, index) => ({ ...each, to: known[index + 1]?.from ?? of })).filter(({ from, to }) => to > from);
}

/** Where a name stands below the graph: its left edge in the unit of the widths, and its row from 0 on. */
export interface Place {
  readonly left: number;
  readonly row: number;
}

/**
 * Where the names of phases stand, which are so wide, below a graph that is `total` wide and shows `of` half-moves. A name begins
 * with its phase; one that is longer than its phase has it above its middle, as far as the graph's edges allow. Where it would
 * touch another name it stands in the next row.
 */
export function placesOf(stretches: readonly Stretch[], widths: readonly number[], total: number, of: number): Place[] {
  /** Where the names of each row end. */
  const ends: number[] = [];
  return stretches.map(({ from, to }, index) => {
    const width = widths[index] ?? 0;
    const [begin, end] = [from, to].map((ply) => (ply / of) * total) as [number, number];
    const wanted = width <= end - begin ? begin : (begin + end - width) / 2;
    const left = round(Math.max(Math.min(wanted, total - width), 0));
    let row = ends.findIndex((taken) => taken <= left);
    if (row < 0) row = ends.length;
    ends[row] = left + width + NAME_GAP;
    return { left, row };
  });
}

/** So many pixels stand at least between two names. */
const NAME_GAP = 8;

/** Half of the height of the graph of times. */
export const BAR = 20;

/** A move's time as a bar: White's stand on the middle, Black's hang below it. */
export interface Bar {
  readonly side: Color;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The bars of the half-moves whose time is known; `first` made the first one. A bar ends where the position after its move stands. */
export function barsOf(times: readonly (number | null)[], of: number, first: Color): Bar[] {
  const width = of > 0 ? WIDTH / of : 0;
  return times.slice(0, of).flatMap((time, index) => {
    if (time === null) return [];
    const side = moverOf(index + 1, first);
    const height = round(BAR * heightOf(time));
    return [{ side, x: round(index * width), y: side === 'white' ? round(BAR - height) : BAR, width: round(width), height }];
  });
}

const round = (value: number): number => Math.round(value * 10) / 10;
