// SPDX-License-Identifier: AGPL-3.0-or-later
import { describe, expect, it } from 'vitest';
import { chunks, until } from '../src/events/arbiter/chunks';
import { found } from '../src/events/arbiter/find';
import { differing, exchange, join, rematches, separate, toggleBye } from '../src/events/arbiter/pairs';
import { bySurname, listed, spoken } from '../src/events/names';
import { money } from '../src/events/arbiter/money';
import { DESK, partOf } from '../src/events/arbiter/parts';
import { roundOfClocks, running, runningRounds, typedSeconds } from '../src/events/arbiter/clocks';
import { boardOf, nextOpen, typedResult } from '../src/events/arbiter/results';
import { seats } from '../src/events/arbiter/sheets/named';
import { reasons, wanted } from '../src/events/arbiter/wanted';
import { venueSeats } from '../src/events/arbiter/venue-seats';
import type { EntrantView, EventBoardView } from '../src/platform/protocol';

const entrant = (id: number, name: string, title = '', rating: number | null = null): EntrantView =>
  ({ id, name, title, rating, presence: 'present', club: '' }) as EntrantView;
const board = (outcome: string | null): EventBoardView => ({ games: [{ outcome, turned: false, game: null }] }) as EventBoardView;

/** Boards that stand on the tables 1, 2, 3 and so on. */
const numbered = <T extends object>(boards: T[]): (T & { number: number })[] => boards.map((board, place) => ({ ...board, number: place + 1 }));

describe('the address of an event', () => {
  it('names the part of the desk, and a helper’s code for the helper alone', () => {
    expect(partOf('')).toBeNull();
    expect(partOf('#event')).toBeNull();
    for (const part of DESK) expect(partOf(`#${part}`)).toEqual({ part, code: '' });
    expect(partOf('#helper=12345678')).toEqual({ part: 'helper', code: '12345678' });
    expect(partOf('#table=0a1b')).toEqual({ part: 'table', code: '0a1b' });
    expect(partOf('#seat=0a1b')).toEqual({ part: 'seat', code: '0a1b' });
    expect(partOf('#print=12345678')).toEqual({ part: 'print', code: '' });
  });
});

describe('clocks at the desk', () => {
  const online = (game: string | null, more: Partial<EventBoardView> = {}): EventBoardView =>
    ({ white: 1, black: 2, online: true, games: [{ game, turned: false, outcome: null }], table: null, ...more }) as EventBoardView;

  it('are those of games that run on this server, by the colours of the game that is played', () => {
    const boards = [
      online('a'),
      online('b', { online: false }),
      online(null),
      online('c', { games: [{ game: 'c', turned: false, outcome: '1-0', typed: null }] }),
      online('d', { games: [{ game: 'x', turned: false, outcome: '1-0', typed: null }, { game: 'd', turned: true, outcome: null, typed: null }] }),
      online('e', { table: { taken: [], entered_by: null, disputed: false, called: false, paused: '' } }),
    ];
    expect(running(numbered(boards)).map(({ board, game, white, paused }) => [board, game, white, paused])).toEqual([
      [1, 'a', 1, null],
      [5, 'd', 2, null],
      [6, 'e', 1, ''],
    ]);
  });

  it('are those of earlier rounds, too, where a game is played later', () => {
    const ended = { games: [{ game: 'z', turned: false, outcome: '0-1' }] } as Partial<EventBoardView>;
    const rounds = [
      { stage: 'started', boards: numbered([online('a', ended), online('b', { postponed: true })]) },
      { stage: 'started', boards: numbered([online('c', ended)]) },
      { stage: 'started', boards: numbered([online('d')]) },
      { stage: 'draft', boards: numbered([online('e')]) },
    ];
    const shown = runningRounds({ rounds } as Parameters<typeof runningRounds>[0]);
    expect(shown.map(({ round, boards }) => [round, boards.map(({ board, game }) => `${board}${game}`)])).toEqual([
      [3, ['1d']],
      [1, ['2b']],
    ]);
  });

  it('are handled in the last round that has begun', () => {
    const stages = (...all: string[]) => ({ rounds: all.map((stage) => ({ stage })) }) as Parameters<typeof roundOfClocks>[0];
    expect([stages(), stages('started', 'draft'), stages('started', 'started')].map(roundOfClocks)).toEqual([0, 1, 2]);
  });

  it.each([['5:30', 330], ['90:00', 5400], ['1:05:00', 3900], ['0:01', 1], ['5', null], ['5:60', null], ['', null], ['-1:00', null], ['5:3', null]])('%s is %s seconds', (text, seconds) =>
    expect(typedSeconds(text)).toBe(seconds),
  );
});

describe('a few letters', () => {
  const all = [entrant(1, 'Berg, Ann'), entrant(2, 'Müller, Bo'), entrant(3, 'Lindberg, Eva'), entrant(4, 'Anna-Lena Öst')];
  const names = (typed: string) => found(all, typed).map(({ name }) => name);

  it('find the beginnings of all names first', () => {
    expect(names('ber')).toEqual(['Berg, Ann', 'Lindberg, Eva']);
    expect(names('ann')).toEqual(['Berg, Ann', 'Anna-Lena Öst']);
    expect(names('len')).toEqual(['Anna-Lena Öst']);
  });

  it('need no accents and no capitals', () => {
    expect(names('MUL')).toEqual(['Müller, Bo']);
    expect(names('ost')).toEqual(['Anna-Lena Öst']);
    expect(names('xyz')).toEqual([]);
    expect(names(' ')).toHaveLength(4);
  });
});

describe('names', () => {
  it.each([
    ['Berg, Ann', 'Ann Berg'],
    ['von Hohenzollern, Carl-Gustav', 'Carl-Gustav von Hohenzollern'],
    ['Dina Örn', 'Dina Örn'],
    ['Smith, John, Jr.', 'Smith, John, Jr.'],
    ['Berg,', 'Berg,'],
    ['cher', 'cher'],
  ])('%s is said %s', (typed, said) => expect(spoken(typed)).toBe(said));

  it('stand by surname in lists, however they were typed, and look so', () => {
    const sorted = ['Dina Örn', 'Berg, Ann', 'Cid Maria Lopez', 'cher'].sort(bySurname);
    expect(sorted.map(listed)).toEqual(['Berg, Ann', 'cher', 'Lopez, Cid Maria', 'Örn, Dina']);
  });
});

describe('results at the desk', () => {
  it.each([
    ['1', '1-0'],
    ['0', '0-1'],
    ['5', '1/2-1/2'],
    ['=', '1/2-1/2'],
    ['+', '+/-'],
    ['-', '-/+'],
    ['−', '-/+'],
    ['--', '-/-'],
    ['1-0', '1-0'],
    ['1 : 0', '1-0'],
    ['½-½', '1/2-1/2'],
    ['0.5-0.5', '1/2-1/2'],
    ['½–0', '1/2-0'],
    ['0-0', '0-0'],
    ['+/-', '+/-'],
    ['½', '1/2-1/2'],
    ['1/2', '1/2-1/2'],
    ['=-=', '1/2-1/2'],
    ['+ - -', '+/-'],
    ['− − +', '-/+'],
  ])('%s is %s', (typed, outcome) => expect(typedResult(typed)).toBe(outcome));

  it.each(['', '2', '1-1', 'won', '1-0-1', 'toString'])('%s is none', (typed) => expect(typedResult(typed)).toBeNull());

  it('lead to the next board without one, and round to the first', () => {
    const boards = numbered([board(null), board('1-0'), board(null)]);
    expect([0, 1, 2, 3].map((after) => nextOpen(boards, after))).toEqual([1, 3, 3, 1]);
    expect(nextOpen(numbered([board('1-0')]), 0)).toBeNull();
    // In the second section of a festival the numbers begin further up.
    const further = boards.map((one) => ({ ...one, number: one.number + 20 }));
    expect([0, 21, 23].map((after) => nextOpen(further, after))).toEqual([21, 23, 21]);
    expect([boardOf(further, 22), boardOf(further, 2)]).toEqual([further[1], undefined]);
  });
});

describe('a pairing by hand', () => {
  const pairs = { boards: [[1, 2], [3, 4]] as [number, number][], byes: [5], out: [6] };

  it('has everybody in one place', () => {
    expect(exchange(pairs, 2, 3).boards).toEqual([[1, 3], [2, 4]]);
    expect(exchange(pairs, 1, 2).boards[0]).toEqual([2, 1]);
    expect(exchange(pairs, 4, 5)).toEqual({ boards: [[1, 2], [3, 5]], byes: [4], out: [6] });
    const apart = separate(pairs, 0);
    expect(apart).toEqual({ boards: [[3, 4]], byes: [5], out: [6, 1, 2] });
    expect(join(apart, 6, 5)).toEqual({ boards: [[3, 4], [6, 5]], byes: [], out: [1, 2] });
    expect(toggleBye(toggleBye(pairs, 6), 5)).toEqual({ boards: pairs.boards, byes: [6], out: [5] });
  });

  it('is compared with the rules and with what was played', () => {
    expect(differing(pairs, pairs)).toEqual([]);
    expect(differing(exchange(pairs, 3, 4), pairs)).toEqual([2]);
    expect(rematches(pairs, [{ boards: [{ white: 4, black: 3 }] }])).toEqual([2]);
  });
});

describe('a seat at the venue', () => {
  it('has a code where a game on the server has a player without an account', () => {
    const entrants = ['Ann', 'Dora', null].map((name, place) => ({ ...entrant(place + 1, ''), name, has_account: place === 0 }));
    const round = (white: number, black: number, online: boolean) => ({ boards: [{ ...board(null), number: 1, white, black, online }] }) as never;
    expect(venueSeats({ rounds: [], entrants })).toEqual([]);
    expect(venueSeats({ rounds: [round(2, 1, true)], entrants })).toEqual([1]);
    expect(venueSeats({ rounds: [round(2, 1, false)], entrants })).toEqual([]);
    expect(venueSeats({ rounds: [round(1, 3, true)], entrants })).toEqual([]);
  });
});

describe('where the arbiter is wanted', () => {
  const said = (notes: object) => ({ ...board('1-0'), white: 1, black: 2, table: { taken: [], entered_by: null, disputed: false, called: false, ...notes } });
  const rounds = [{ boards: numbered([said({ disputed: true, entered_by: 'black' })]) }, { boards: numbered([said({}), said({ called: true }), { ...board(null), table: null }]) }] as never;

  it('is every call and every disputed result, the newest round first', () => {
    expect(wanted({ rounds }).map(({ round, board: at, by }) => [round, at, by])).toEqual([[2, 2, null], [1, 1, 2]]);
    expect(reasons(wanted({ rounds }))).toEqual(['call 2 2', 'dispute 1 1']);
    expect(wanted({ rounds: [] })).toEqual([]);
  });
});

describe('the wall and the paper', () => {
  it('cut long lists into parts of nearly one length', () => {
    expect(chunks([1, 2, 3, 4, 5], 4)).toEqual([[1, 2, 3], [4, 5]]);
    expect(chunks([1, 2], 4)).toEqual([[1, 2]]);
    expect(chunks([], 4)).toEqual([]);
  });

  it('write amounts as people do', () => expect([20_000, 1250, 5, 0].map(money)).toEqual(['200', '12.50', '0.05', '0']));

  it('count down to the next round', () => {
    expect([until(247_000, 0), until(3_750_000, 0), until(1, 500), until(5, 0)]).toEqual(['4:07', '1:02:30', '0:00', '0:01']);
  });

  it('list everybody by name, whatever the title', () => {
    const all = [entrant(1, 'Berg', 'GM', 2500), entrant(2, 'Adler'), entrant(3, 'Cid'), entrant(4, 'Dora')];
    const listed = seats({ boards: [{ number: 1, white: 1, black: 2 }], byes: [3], half_byes: [4] }, (id) => all[id - 1]);
    expect(listed.map(({ name, board: at, bye }) => [name, at, bye])).toEqual([
      ['Adler', 1, ''],
      ['Berg, GM (2500)', 1, ''],
      ['Cid', null, 'bye'],
      ['Dora', null, 'half'],
    ]);
    expect(listed[0]).toMatchObject({ opponent: 'GM Berg (2500)', isWhite: false });
  });

  it('list accounts by their names, not by their ratings', () => {
    const all = [entrant(1, 'Net09', '', 1930), entrant(2, 'Net10', '', 1890), entrant(3, 'Adler', '', 2000)];
    const listed = seats({ boards: [{ number: 1, white: 2, black: 1 }], byes: [3], half_byes: [] }, (id) => all[id - 1]);
    expect(listed.map(({ name }) => name)).toEqual(['Adler (2000)', 'Net09 (1930)', 'Net10 (1890)']);
  });
});
