// SPDX-License-Identifier: AGPL-3.0-or-later
import { describe, expect, it } from 'vitest';
import { apart } from '../src/events/above';
import { OUTCOMES, resultOf, turned } from '../src/events/event.svelte';
import type { EventBoardView, EventLineView } from '../src/platform/protocol';

const board = (...games: [string | null, boolean][]): EventBoardView => ({
  number: 1,
  white: 1,
  black: 2,
  games: games.map(([outcome, isTurned]) => ({ turned: isTurned, game: null, outcome, typed: null })),
  online: false,
  left: false,
  postponed: false,
  table: null,
});
const line = (points: number, ...values: string[]): EventLineView => ({ rank: 1, entrant: 1, number: 1, points, values, cells: [] });

describe('results of a match', () => {
  it('count for the player, whichever colour the game gave', () => {
    expect(resultOf(board(['1/2-1/2', false], ['0-1', true], ['1-0', false]))).toBe('2½–½');
    expect(resultOf(board(['1-0', false]))).toBe('1–0');
    expect(resultOf(board([null, false]))).toBe('');
  });

  it('read the other way round with the players exchanged', () => {
    expect(turned('1-0')).toBe('0-1');
    expect(turned('1/2-0')).toBe('0-1/2');
    expect(turned('+/-')).toBe('-/+');
    for (const outcome of OUTCOMES) {
      expect(OUTCOMES).toContain(turned(outcome));
      expect(turned(turned(outcome))).toBe(outcome);
    }
  });
});

describe('who stands above whom', () => {
  it('is decided by the points, then by the first tie-break that differs', () => {
    expect(apart(line(10, '1'), line(15, '2'))).toEqual({ by: 'points' });
    expect(apart(line(10, '1', '4'), line(10, '1', '3'))).toEqual({ by: 'tie_break', place: 1 });
    expect(apart(line(10, '1'), line(10, '1'))).toEqual({ by: 'nothing' });
  });
});
