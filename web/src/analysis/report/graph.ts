// SPDX-License-Identifier: AGPL-3.0-or-later
// The graph of winning chances, as numbers: a line through one point for each position, White's part of the height below it.
import type { AnalysedMove, AnalysedStart, Color } from '../../platform/protocol';
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

/**
 * The columns of a grid below the graph of `of` half-moves: one before the first phase, and one for each, which begins at its
 * half-move. None is narrower than its name, so that the last phase's name is whole however short the phase.
 */
export function columnsOf(begins: readonly number[], of: number): string {
  const [first = 0] = begins;
  const phases = begins.map((begin, index) => `minmax(max-content, ${Math.max((begins[index + 1] ?? of) - begin, 0)}fr)`);
  return [`minmax(0, ${first}fr)`, ...phases].join(' ');
}

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
