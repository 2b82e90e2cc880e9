// SPDX-License-Identifier: AGPL-3.0-or-later
// The numbers behind a rating curve.
import type { CurvePoint } from '../../platform/protocol';

export interface Point {
  x: number;
  y: number;
}

/** Kept free above and below a line, so that its thickness is not cut off. */
const EDGE = 2;

const round = (value: number): number => Math.round(value * 10) / 10;

/** A line through points, stretched over a box of that size; larger values stand higher. */
export function linePath(points: readonly Point[], width: number, height: number, range = spanOf(points)): string {
  const [left, right] = [points[0]?.x ?? 0, points.at(-1)?.x ?? 1];
  return points
    .map(({ x, y }, index) => {
      const across = right === left ? 0.5 : (x - left) / (right - left);
      const up = range.high === range.low ? 0.5 : (y - range.low) / (range.high - range.low);
      return `${index === 0 ? 'M' : 'L'}${round(across * width)} ${round(height - EDGE - up * (height - 2 * EDGE))}`;
    })
    .join('');
}

export interface Span {
  low: number;
  high: number;
}

/** The least and the greatest value. */
export function spanOf(points: readonly Point[]): Span {
  const values = points.map(({ y }) => y);
  return { low: Math.min(...values), high: Math.max(...values) };
}

/** Round numbers below, above and between, for the lines behind a curve. */
export function ticksOf({ low, high }: Span): number[] {
  const step = [25, 50, 100, 200, 400].find((each) => (high - low) / each <= 4) ?? 800;
  const first = Math.floor(low / step) * step;
  const ticks = [first];
  while ((ticks.at(-1) ?? high) < high || ticks.length < 2) ticks.push((ticks.at(-1) ?? first) + step);
  return ticks;
}

/** The first moment of the month that a moment lies in, as this browser's calendar has it. */
export function monthOf(at: number): number {
  const day = new Date(at);
  return new Date(day.getFullYear(), day.getMonth(), 1).getTime();
}

/** So many months later. */
export function monthsLater(month: number, count: number): number {
  const day = new Date(month);
  return new Date(day.getFullYear(), day.getMonth() + count, 1).getTime();
}

/** The points of a month, after the one that the month began with; all points without a month. */
export function pointsIn(points: readonly CurvePoint[], month: number | null): CurvePoint[] {
  if (month === null) return [...points];
  const end = monthsLater(month, 1);
  const before = points.findLast(({ at }) => at < month);
  const inside = points.filter(({ at }) => at >= month && at < end);
  return before && inside.length > 0 ? [{ ...before, at: month }, ...inside] : inside;
}

/** What every account begins with, unless staff say otherwise. */
export const FIRST_RATING = 1500;
const LEAST_LEAD_MS = 60_000;

/**
 * The rating before the first game, a little to the left of it, so that one game is a line already. There is none where
 * staff have set the first rating.
 */
export function startOf(points: readonly CurvePoint[]): CurvePoint | null {
  const [first, last] = [points[0], points.at(-1)];
  if (!first?.game || !last) return null;
  return { at: first.at - Math.max(LEAST_LEAD_MS, (last.at - first.at) / 50), rating: FIRST_RATING, game: null };
}

/** The last rating of each day, the newest day first. */
export function lastOfDays(points: readonly CurvePoint[]): CurvePoint[] {
  const days = new Map<string, CurvePoint>();
  for (const point of points) days.set(new Date(point.at).toDateString(), point);
  return [...days.values()].reverse();
}
