// SPDX-License-Identifier: AGPL-3.0-or-later
import { describe, expect, test } from 'vitest';
import { lastOfDays, linePath, monthOf, monthsLater, pointsIn, startOf, ticksOf } from '../src/people/profile/curve';

const at = (day: string) => new Date(`${day}T12:00`).getTime();
const point = (day: string, rating: number) => ({ at: at(day), rating, game: null });
const POINTS = [point('2026-01-30', 1500), point('2026-03-02', 1520), point('2026-03-02', 1510), point('2026-04-01', 1600)];

describe('a rating curve', () => {
  test('shows a month from the rating that it began with', () => {
    const march = monthOf(at('2026-03-15'));
    expect(pointsIn(POINTS, march).map(({ rating }) => rating)).toEqual([1500, 1520, 1510]);
    expect(pointsIn(POINTS, march)[0]?.at).toBe(march);
    expect(pointsIn(POINTS, monthsLater(march, -1))).toEqual([]);
    expect(pointsIn(POINTS, null)).toHaveLength(4);
  });

  test('begins before the first game, unless staff have set the first rating', () => {
    const game = { ...point('2026-01-30', 1512), game: 'abcdefgh' };
    expect(startOf([])).toBeNull();
    expect(startOf(POINTS)).toBeNull();
    expect(startOf([game])).toEqual({ at: game.at - 60_000, rating: 1500, game: null });
    const start = startOf([game, ...POINTS.slice(1)]);
    expect(start?.at).toBeLessThan(game.at);
    expect(start?.at).toBeGreaterThan(game.at - (at('2026-04-01') - game.at) / 40);
  });

  test('crosses the year', () => {
    const january = monthOf(at('2026-01-15'));
    expect(monthsLater(january, -1)).toBe(monthOf(at('2025-12-31')));
    expect(monthsLater(january, 12)).toBe(monthOf(at('2027-01-01')));
  });

  test('as a table has one line a day, the newest first', () => {
    expect(lastOfDays(POINTS).map(({ rating }) => rating)).toEqual([1600, 1510, 1500]);
  });

  test('has round numbers around it', () => {
    expect(ticksOf({ low: 1488, high: 1561 })).toEqual([1475, 1500, 1525, 1550, 1575]);
    expect(ticksOf({ low: 1500, high: 1500 })).toEqual([1500, 1525]);
    for (const [low, high] of [[1200, 1900], [400, 3200], [1499.6, 1500.2]] as const) {
      const ticks = ticksOf({ low, high });
      expect(ticks[0]).toBeLessThanOrEqual(low);
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(high);
      expect(ticks.length).toBeLessThanOrEqual(7);
    }
  });

  test('is drawn from left to right, higher where the rating is', () => {
    expect(linePath([{ x: 0, y: 0 }, { x: 5, y: 10 }, { x: 10, y: 5 }], 100, 24)).toBe('M0 22L50 2L100 12');
    expect(linePath([{ x: 3, y: 7 }], 100, 24)).toBe('M50 12');
  });
});
