// SPDX-License-Identifier: AGPL-3.0-or-later
import { describe, expect, it } from 'vitest';
import { applied } from '../src/events/apply';
import type { EntrantView, EventBoardView, EventChanges, EventLineView, EventRoundView, EventView } from '../src/platform/protocol';

const entrant = (id: number, name: string): EntrantView => ({
  id,
  name,
  has_account: false,
  title: '',
  rating: null,
  federation: '',
  club: '',
  over_the_board: true,
  presence: 'present',
  playing: null,
  team: null,
  desk: null,
});
const line = (entrant: number, rank: number, points: number): EventLineView => ({ rank, entrant, number: entrant, points, values: [], cells: [] });
const board = (white: number, black: number, outcome: string | null = null): EventBoardView => ({
  number: white,
  white,
  black,
  games: [{ turned: false, game: null, outcome, typed: null }],
  online: false,
  left: false,
  postponed: false,
  table: null,
});
const round = (...boards: EventBoardView[]): EventRoundView => ({ stage: 'started', boards, byes: [], half_byes: [], by_hand: false, begun: null, paired: 2 });

const before = {
  id: '00000007',
  number: 9,
  facts: { name: 'Friday' },
  me: 1,
  entrants: [entrant(1, 'Ann'), entrant(2, 'Bo')],
  rounds: [round(board(1, 2)), round(board(2, 1))],
  standings: [line(1, 1, 0), line(2, 1, 0)],
} as unknown as EventView;

const nothing: EventChanges = { number: 10, facts: null, entrants: [], round_count: 2, rounds: [], boards: [], order: null, lines: [] };

describe('what the topic of an event tells', () => {
  it('leaves alone what it does not name', () => {
    expect(applied(before, nothing)).toEqual({ ...before, number: 10 });
  });

  it('adds and replaces entrants by their number', () => {
    const { entrants } = applied(before, { ...nothing, entrants: [entrant(2, 'Bob'), entrant(3, 'Cid')] });
    expect(entrants.map(({ name }) => name)).toEqual(['Ann', 'Bob', 'Cid']);
  });

  it('takes rounds out, adds them, and changes single boards', () => {
    const fewer = applied(before, { ...nothing, round_count: 1, boards: [{ round: 1, number: 1, board: board(1, 2, '1-0') }] });
    expect(fewer.rounds).toEqual([round(board(1, 2, '1-0'))]);
    expect(before.rounds[0]?.boards[0]?.games[0]?.outcome).toBeNull();
    const more = applied(before, { ...nothing, round_count: 3, rounds: [{ number: 3, round: round(board(1, 2)) }] });
    expect(more.rounds).toHaveLength(3);
  });

  it('puts the standings into their new order', () => {
    const { standings } = applied(before, { ...nothing, order: [2, 1], lines: [line(2, 1, 10), line(1, 2, 0)] });
    expect(standings.map(({ entrant, points }) => [entrant, points])).toEqual([
      [2, 10],
      [1, 0],
    ]);
    const lines = applied(before, { ...nothing, lines: [line(2, 1, 5)] }).standings;
    expect(lines.map(({ points }) => points)).toEqual([0, 5]);
  });
});
