// SPDX-License-Identifier: AGPL-3.0-or-later
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { MyGames, staleAfter } from '../src/home/mygames.svelte';
import { stateOf } from '../src/home/summary';
import { mine } from '../src/platform/mine';
import type { GameResult, GameSummary } from '../src/platform/protocol';
import type { TopicMessage } from '../src/platform/socket';

const PLAYING: GameSummary = {
  id: 'k3Jx0aQz',
  you: 'white',
  white: { kind: 'guest', name: 'Guest 1' },
  black: { kind: 'guest', name: 'Guest 2' },
  time: { initial_ms: 180_000, increment_ms: 2_000 },
  fen: '',
  last_move: null,
  ply: 3,
  turn: 'black',
  left_ms: 150_000,
  status: { kind: 'playing' },
};
const OVER: GameSummary = { ...PLAYING, status: { kind: 'ended', result: 'white_wins', termination: 'resignation' } };

/** A server that tells these lists in turn, and counts how often it was asked. */
function server(...lists: (GameSummary[] | null)[]) {
  const told = { times: 0 };
  vi.stubGlobal('fetch', async () => {
    told.times += 1;
    const list = lists.length > 1 ? lists.shift() : lists[0];
    return new Response(JSON.stringify(list ?? {}), { status: list ? 200 : 503 });
  });
  return told;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('one’s own games', () => {
  test('say their result, also where nobody knows how they ended', () => {
    const ended = (result: GameResult) =>
      stateOf({ ...OVER, status: { kind: 'ended', result, termination: 'unknown' } });
    expect([ended('white_wins'), ended('black_wins'), ended('draw')]).toEqual(['won', 'lost', 'draw']);
    expect(ended('aborted')).toBe('unfinished');
  });

  test('are read every second while a clock runs, rarely without one, and not at all once they are over', () => {
    expect(staleAfter([OVER, PLAYING])).toBe(1_000);
    expect(staleAfter([{ ...PLAYING, time: { days: 3 } }])).toBe(10_000);
    expect(staleAfter([{ ...PLAYING, time: null }, { ...PLAYING, status: { kind: 'waiting' } }])).toBe(10_000);
    expect(staleAfter([OVER])).toBeNull();
    expect(staleAfter([])).toBeNull();
  });

  test('show what has happened without being asked again', async () => {
    const told = server([PLAYING], [{ ...PLAYING, turn: 'white' }], [OVER]);
    const games = new MyGames();
    const stop = games.start();
    await vi.advanceTimersByTimeAsync(0);
    expect(games.list?.[0]?.turn).toBe('black');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(games.list?.[0]?.turn).toBe('white');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(games.list?.[0]?.status.kind).toBe('ended');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(told.times).toBe(3);
    stop();
  });

  test('stay while the server can’t be reached, and are read no more once the page shows them no more', async () => {
    const told = server([PLAYING], null, [PLAYING]);
    const games = new MyGames();
    const stop = games.start();
    await vi.advanceTimersByTimeAsync(1_000);
    expect([games.list?.length, games.failed, told.times]).toEqual([1, false, 2]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(told.times).toBe(3);
    stop();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(told.times).toBe(3);
  });

  test('show a game that began while the first list was on its way', async () => {
    const told = server([], [PLAYING]);
    let hear: (message: TopicMessage) => void = () => undefined;
    vi.spyOn(mine, 'on').mockImplementation((listener) => {
      hear = listener;
      return () => undefined;
    });
    const games = new MyGames();
    const stop = games.start();
    hear({ type: 'mine', challenges: [] });
    hear({ type: 'paired', game: PLAYING.id, opponent: PLAYING.black } as TopicMessage);
    await vi.advanceTimersByTimeAsync(0);
    expect([games.list?.length, told.times]).toEqual([1, 2]);
    stop();
    vi.restoreAllMocks();
  });
});
