// SPDX-License-Identifier: AGPL-3.0-or-later
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { START_FEN } from '../src/board/fen';
import { languages } from '../src/locale';
import { BoardPlay, kept } from '../src/otb/otb.svelte';
import { afterHand, type Recorded } from '../src/otb/record';
import type { BoardGame, MoveView } from '../src/platform/protocol';
import { situation } from './support';

/** The move that the server of these tests calls impossible. */
const BAD = 'e8e6';
const FIVE_MINUTES = { initial_ms: 300_000, increment_ms: 0 };

const recorded = (change: Partial<Recorded> = {}): Recorded => ({
  start: null,
  time: FIVE_MINUTES,
  names: { white: 'Anna', black: 'Bert' },
  you: 'white',
  flips: false,
  moves: [],
  took: [],
  ending: null,
  ...change,
});

/** What the server says of a record. */
function checked({ moves }: BoardGame) {
  const bad = moves.indexOf(BAD);
  let fen = START_FEN;
  const good = moves.slice(0, bad < 0 ? moves.length : bad).map((uci): MoveView => {
    fen = afterHand(fen, uci);
    return { uci, san: uci, fen, check: false, clock_ms: null };
  });
  const refused = bad < 0 ? null : { ply: bad, message: 'A king moves one square.', refusal: { kind: 'illegal' } };
  return { start_fen: START_FEN, moves: good, situation: situation({ fen }), refused };
}

/** A game with a server that may be away. */
function setUp(game: Recorded) {
  const server = { away: false, slow_ms: 0, calls: [] as { path: string; body: { game?: BoardGame; ending?: unknown } & BoardGame }[] };
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const body = JSON.parse(String(init.body));
    server.calls.push({ path, body });
    if (server.slow_ms > 0) await new Promise((then) => setTimeout(then, server.slow_ms));
    if (server.away) throw new TypeError('Failed to fetch');
    return Response.json(path.endsWith('/save') ? { id: 'saved' } : checked(body));
  });
  const play = new BoardPlay(game);
  const stop = play.start();
  const saves = () => server.calls.filter(({ path }) => path.endsWith('/save'));
  return { play, stop, server, saves };
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(async () => {
  vi.useFakeTimers();
  localStorage.clear();
  await languages.need('otb');
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a move that the server refuses', () => {
  const begun = { moves: ['e2e4', 'e7e5', 'g1f3'], took: [0, 0, 0] };

  test('gives no thinking time back', async () => {
    const { play, stop } = setUp(recorded(begun));
    await pass(60_000);
    play.attempt('e8', 'e6');
    await pass(100);
    expect(play.game.moves).toEqual(begun.moves);
    expect(play.refused).not.toBeNull();
    await pass(900);
    // One minute before the impossible move, and a second since.
    expect(play.clocks?.black).toBeGreaterThan(238_500);
    expect(play.clocks?.black).toBeLessThan(239_500);
    stop();
  });

  test('charges nobody for what was played after it while the server was away', async () => {
    const { play, stop, server } = setUp(recorded(begun));
    await pass(100);
    server.away = true;
    await pass(9_900);
    play.attempt('e8', 'e6');
    await pass(200_000);
    play.attempt('f3', 'e5');
    await pass(200_000);
    server.away = false;
    await pass(3_000);
    expect(play.game.moves).toEqual(begun.moves);
    // Ten seconds of thought before the impossible move.
    expect(play.clocks?.black).toBeGreaterThan(285_000);
    expect(play.clocks?.black).toBeLessThan(290_100);
    stop();
  });

  test('takes the ending with it, so a shortened game is not saved', async () => {
    const { play, stop, server, saves } = setUp(recorded(begun));
    await pass(100);
    server.away = true;
    play.attempt('e8', 'e6');
    await pass(100);
    play.end({ kind: 'resigned', by: 'white' });
    await pass(100);
    expect(play.isOver).toBe(true);
    server.away = false;
    await pass(10_000);
    expect(saves()).toEqual([]);
    expect([play.isOver, play.game.ending, play.game.moves]).toEqual([false, null, begun.moves]);
    expect(kept()?.ending).toBeNull();
    // The players end it again, and now it counts.
    play.end({ kind: 'agreed' });
    await pass(100);
    expect(saves()).toHaveLength(1);
    expect([saves()[0]?.body.ending, saves()[0]?.body.game?.moves]).toEqual([{ kind: 'agreed' }, begun.moves]);
    expect([play.saved, kept()]).toEqual(['saved', null]);
    stop();
  });
});

describe('while the server is away', () => {
  test('it is asked every three seconds, however many moves are played', async () => {
    const { play, stop, server } = setUp(recorded({ time: null }));
    await pass(100);
    server.away = true;
    for (const [from, to] of [['e2', 'e4'], ['e7', 'e5'], ['g1', 'f3'], ['b8', 'c6'], ['f1', 'c4']] as const) {
      play.attempt(from, to);
      await pass(500);
    }
    server.calls.length = 0;
    await pass(30_000);
    expect(server.calls).toHaveLength(10);
    stop();
  });

  test('a page that is left asks no more, also when the last answer is still on its way', async () => {
    const { play, stop, server } = setUp(recorded({ time: null }));
    await pass(100);
    server.away = true;
    play.attempt('e2', 'e4');
    stop();
    await pass(0);
    server.calls.length = 0;
    await pass(30_000);
    expect(server.calls).toEqual([]);
  });

  test('a pawn of either side that comes to its last rank asks what it becomes', async () => {
    const { play, stop, server } = setUp(recorded({ start: '8/P6k/8/8/8/8/p6K/8 w - - 0 1', time: null }));
    await pass(100);
    server.away = true;
    play.attempt('h2', 'h3');
    await pass(100);
    for (const [from, to] of [['a2', 'a1'], ['a7', 'a8']] as const) {
      play.move(from, to);
      expect(play.promotion).toEqual({ from, to, roles: ['queen', 'rook', 'bishop', 'knight'] });
      play.promote('queen');
    }
    play.move('h7', 'h6');
    expect(play.promotion).toBeNull();
    expect(play.game.moves).toEqual(['h2h3', 'a2a1q', 'a7a8q', 'h7h6']);
    stop();
  });

  test('a finished game waits, and is saved once', async () => {
    const { play, stop, server, saves } = setUp(recorded({ moves: ['e2e4', 'e7e5'], took: [0, 0] }));
    await pass(100);
    Object.assign(server, { away: true, slow_ms: 500 });
    play.end({ kind: 'agreed' });
    // The browser says that it is online just before the next attempt.
    await pass(3_400);
    Object.assign(server, { away: false, calls: [] });
    dispatchEvent(new Event('online'));
    await pass(10_000);
    expect(saves()).toHaveLength(1);
    expect(play.saved).toBe('saved');
    stop();
  });
});

test('a move between the end of the time and the next tick ends the game', async () => {
  const { play, stop, saves } = setUp(recorded({ moves: ['e2e4', 'e7e5'], took: [0, 0] }));
  await pass(299_950);
  vi.setSystemTime(Date.now() + 80);
  play.attempt('g1', 'f3');
  expect([play.game.moves, play.game.ending]).toEqual([['e2e4', 'e7e5'], { kind: 'time_up' }]);
  await pass(100);
  expect(saves()).toHaveLength(1);
  stop();
});
