// SPDX-License-Identifier: AGPL-3.0-or-later
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { GameView, SeekView, SeekWish } from '../src/platform/protocol';
import type { Follower, TopicCommand, TopicMessage } from '../src/platform/socket';
import { languages } from '../src/locale';
import { tab } from '../src/platform/tab';
import { isOwnSeek, obstacleTo, presetOf, sameAgain, speedOf, timeOf } from '../src/lobby/presets';
import { Search } from '../src/lobby/search.svelte';

const WISH: SeekWish = { time: { initial_ms: 180_000, increment_ms: 2_000 }, rated: true };

const seek = (id: number, change: Partial<SeekView> = {}): SeekView => ({
  id,
  player: { kind: 'guest', name: `Guest ${id}` },
  time: WISH.time,
  rated: false,
  color: null,
  variant: 'standard',
  range: null,
  ...change,
});

const list = (...seeks: SeekView[]): TopicMessage => ({ type: 'lobby', seeks, waiting: seeks.length });

/** A lobby without a server. */
function setUp() {
  const sent: TopicCommand[] = [];
  const state = { stopped: 0, touched: 0, isLost: false };
  let follower: Follower | null = null;
  vi.spyOn(tab, 'follow').mockImplementation((_, given) => {
    follower = given;
    return { send: (command) => !state.isLost && sent.push(command) > 0, resync: () => undefined, stop: () => (state.stopped += 1) };
  });
  vi.spyOn(tab, 'touch').mockImplementation(() => (state.touched += 1));
  const search = new Search();
  return { search, sent, state, hear: (message: TopicMessage) => follower?.onMessage(message), lose: () => follower?.onLink('lost') };
}

beforeEach(async () => {
  sessionStorage.clear();
  vi.useFakeTimers();
  await languages.need('lobby');
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('a search', () => {
  test('is asked for once, and again after a lost connection', () => {
    const { search, sent, hear, lose } = setUp();
    search.begin(WISH);
    expect(sent).toEqual([]);
    hear(list());
    expect(sent).toEqual([{ type: 'seek', id: 1, wish: WISH }]);
    hear(list(seek(1)));
    expect(sent).toHaveLength(1);
    lose();
    hear(list());
    expect(sent).toHaveLength(2);
  });

  test('is asked for again where the list has not changed while the connection was lost', () => {
    const { search, sent, hear, lose } = setUp();
    search.begin(WISH);
    hear(list(seek(1)));
    lose();
    hear({ type: 'resumed', seq: 7 });
    expect(sent).toHaveLength(2);
    expect(search.seeks).toHaveLength(1);
  });

  test('that the server refuses after a lost connection is over, and says why', () => {
    const { search, hear, lose } = setUp();
    search.begin(WISH);
    hear(list());
    hear({ type: 'searching', id: 1, seek: seek(7), ended: null });
    lose();
    hear(list());
    hear({ type: 'refused', id: 2, seq: null, refusal: { kind: 'lobby_full' }, message: 'The lobby is full.' });
    expect(search.wish).toBe(null);
    expect(search.problem).not.toBe('');
  });

  test('shows that the page is awake, as long as it lasts', () => {
    const { search, state } = setUp();
    search.begin(WISH);
    vi.advanceTimersByTime(25_000);
    expect(state.touched).toBe(2);
    search.cancel();
    vi.advanceTimersByTime(25_000);
    expect(state.touched).toBe(2);
  });

  test('that is cancelled leaves the lobby, unless somebody looks at it', () => {
    const { search, sent, state, hear } = setUp();
    const stop = search.look();
    search.begin(WISH);
    hear(list());
    search.cancel();
    expect(sent.at(-1)).toEqual({ type: 'cancel_seek', id: 2 });
    expect([search.wish, state.stopped]).toEqual([null, 0]);
    stop();
    expect(state.stopped).toBe(1);
  });

  test('outlives the page that began it', () => {
    const { search, state } = setUp();
    const stop = search.look();
    search.begin(WISH);
    stop();
    expect(state.stopped).toBe(0);
    expect(search.wish).toEqual(WISH);
  });

  test('goes on when the page is loaded again, but not the next day', () => {
    const first = setUp();
    first.search.begin(WISH);
    vi.advanceTimersByTime(60_000);
    const second = setUp();
    second.search.resume();
    second.hear(list());
    expect(second.sent).toEqual([{ type: 'seek', id: 1, wish: WISH }]);
    second.search.cancel();
    const third = setUp();
    third.search.resume();
    expect(third.search.wish, 'what was cancelled is over').toBe(null);
    third.search.begin(WISH);
    // The browser was closed.
    vi.setSystemTime(Date.now() + 40_000);
    const late = setUp();
    late.search.resume();
    expect(late.search.wish).toBe(null);
  });

  test('waits for the game that it becomes, and for that one alone', () => {
    const { search, hear } = setUp();
    expect(search.paired()).toBe(false);
    search.begin(WISH);
    hear(list());
    hear({ type: 'searching', id: 1, seek: seek(7), ended: null });
    hear({ type: 'searching', id: null, seek: null, ended: { why: 'paired' } });
    expect([search.wish, search.problem]).toEqual([null, '']);
    expect([search.paired(), search.paired()]).toEqual([true, false]);
  });

  test('whose end this page was too slow to be told is over, and may have become a game', () => {
    const { search, hear } = setUp();
    search.begin(WISH);
    hear(list());
    // Before the search is known here, this is the answer to an older one that was taken back.
    hear({ type: 'searching', id: 1, seek: null, ended: null });
    expect(search.wish).toEqual(WISH);
    hear({ type: 'searching', id: 2, seek: seek(7), ended: null });
    hear({ type: 'searching', id: null, seek: null, ended: null });
    expect([search.wish, search.own, search.problem]).toEqual([null, null, '']);
    expect(search.paired()).toBe(true);
  });

  test('that ended says why', () => {
    const { search, hear } = setUp();
    search.begin(WISH);
    hear(list());
    hear({ type: 'searching', id: null, seek: null, ended: { why: 'asleep' } });
    expect(search.problem).toContain('inactive');
    expect(search.paired()).toBe(false);
    search.begin(WISH);
    expect(search.problem).toBe('');
    hear({ type: 'refused', id: 3, seq: null, refusal: { kind: 'too_many_games', limit: 5 }, message: '' });
    expect(search.problem).toContain('5');
    expect(search.wish).toBe(null);
  });

  test('goes on while an offer that is gone is refused', () => {
    const { search, sent, hear } = setUp();
    search.begin(WISH);
    hear(list());
    hear({ type: 'searching', id: 1, seek: seek(7), ended: null });
    hear({ type: 'casual_offer', seek: seek(9) });
    search.accept(seek(9));
    expect(sent.at(-1)).toEqual({ type: 'accept_seek', id: 2, seek: 9 });
    hear({ type: 'refused', id: 2, seq: null, refusal: { kind: 'seek_gone' }, message: '' });
    hear({ type: 'casual_offer', seek: null });
    expect([search.wish, search.offer, search.accepting]).toEqual([WISH, null, null]);
  });

  test('that another person has taken waits for no game', () => {
    const { search, hear } = setUp();
    const stop = search.look();
    hear(list(seek(9)));
    search.accept(seek(9));
    hear({ type: 'refused', id: 1, seq: null, refusal: { kind: 'seek_gone' }, message: '' });
    expect(search.paired()).toBe(false);
    stop();
  });

  test('that could not be accepted without a connection waits for no game', () => {
    const { search, state } = setUp();
    const stop = search.look();
    state.isLost = true;
    search.accept(seek(9));
    expect([search.accepting, search.paired()]).toEqual([null, false]);
    stop();
  });

  test('whose answer was lost with the connection, or nobody waited for, can be accepted again, and its game is expected', () => {
    const { search, hear, lose } = setUp();
    const stop = search.look();
    hear(list(seek(9)));
    search.accept(seek(9));
    expect(search.accepting).toBe(9);
    lose();
    hear(list(seek(9)));
    expect([search.accepting, search.paired()]).toEqual([null, true]);
    search.accept(seek(9));
    stop();
    expect(search.accepting).toBe(null);
  });

  test('goes on waiting for its own game after a refused offer', () => {
    const { search, hear } = setUp();
    search.begin(WISH);
    hear(list());
    hear({ type: 'searching', id: 1, seek: seek(7), ended: null });
    search.accept(seek(9));
    hear({ type: 'refused', id: 2, seq: null, refusal: { kind: 'seek_gone' }, message: '' });
    expect(search.paired()).toBe(true);
  });

  test('that the server refuses waits for no game', () => {
    const { search, hear } = setUp();
    search.begin(WISH);
    hear(list());
    hear({ type: 'refused', id: 1, seq: null, refusal: { kind: 'lobby_full' }, message: '' });
    expect(search.paired()).toBe(false);
  });
});

test('presets are read as they are written', () => {
  expect(timeOf('15+10')).toEqual({ initial_ms: 900_000, increment_ms: 10_000 });
  expect((['1+0', '3+2', '10+5', '30+20'] as const).map(speedOf)).toEqual(['bullet', 'blitz', 'rapid', 'classical']);
  expect(presetOf({ ...WISH, color: 'random' })).toBe('3+2');
  expect(presetOf({ ...WISH, range: { low: 1, high: 2 } })).toBe(null);
  expect(presetOf(null)).toBe(null);
});

test('guests play casual games, and nobody plays their own', () => {
  const playmates = new Set(['Bea']);
  const guest = { name: null, isKid: false, playmates };
  const anna = { name: 'Anna', isKid: false, playmates };
  const kid = { name: 'Carl', isKid: true, playmates };
  const none = new Set<number>();
  const of = (name: string): Partial<SeekView> => ({ player: { kind: 'player', name, title: null, rating: null } });
  expect(obstacleTo(seek(1), guest, none)).toBeNull();
  expect(obstacleTo(seek(1, { rated: true }), guest, none)).toBe('account');
  expect(obstacleTo(seek(1, { rated: true }), anna, none)).toBeNull();
  expect(obstacleTo(seek(1), anna, new Set([1]))).toBe('apart');
  // No guest is on the list of a class; of an account only the server knows.
  expect(obstacleTo(seek(1), kid, none)).toBe('protected');
  expect(obstacleTo(seek(1, of('Bea')), kid, none)).toBeNull();
  expect(obstacleTo(seek(1, of('Bea')), kid, new Set([1]))).toBe('protected');
  expect(obstacleTo(seek(1, of('Stranger')), kid, none), 'before anything was tried').toBe('protected');
  expect(obstacleTo(seek(1, of('Stranger')), anna, none)).toBeNull();
  expect(isOwnSeek(seek(1), seek(1), guest, none)).toBe(true);
  expect(isOwnSeek(seek(1), null, guest, none)).toBe(false);
  // From another tab.
  expect(isOwnSeek(seek(1, of('Anna')), null, anna, none)).toBe(true);
  expect(isOwnSeek(seek(1), null, guest, new Set([1]))).toBe(true);
});

test('a search that an earlier version of the page has kept is read as what it was', () => {
  const kept = (wish: object) => localStorage.setItem('tabiya.lobby.wish', JSON.stringify(wish));
  kept({ ...WISH, chess960: true });
  expect(new Search().last).toEqual({ ...WISH, variant: 'chess960' });
  kept({ ...WISH, chess960: false });
  expect(new Search().last).toEqual({ ...WISH, variant: 'standard' });
  kept(WISH);
  expect(new Search().last).toEqual(WISH);
  localStorage.removeItem('tabiya.lobby.wish');
  expect(new Search().last).toBeNull();
});

describe('another game like this one', () => {
  const [anna, boris] = [{ kind: 'guest', name: 'Guest 1' }, { kind: 'guest', name: 'Guest 2' }];
  const game = (over: object) => ({ variant: 'standard', white: anna, black: boris, time: WISH.time, ...over }) as unknown as GameView;

  test('is looked for with the same time, rated where it was and can be', () => {
    expect(sameAgain(game({}), null, true)).toEqual({ time: WISH.time, rated: false, variant: 'standard' });
    expect(sameAgain(game({ rated: true, variant: 'chess960' }), null, true)).toEqual({ time: WISH.time, rated: true, variant: 'chess960' });
    expect(sameAgain(game({ rated: true }), null, false)?.rated).toBe(false);
  });

  test('is looked for as the last search did, where it was for such a game', () => {
    const last = { ...WISH, color: 'black', range: { low: 1400, high: 1600 }, rated: true } as const;
    expect(sameAgain(game({}), last, true)).toEqual(last);
    expect(sameAgain(game({}), last, false)).toEqual({ ...last, rated: false });
    expect(sameAgain(game({ time: timeOf('5+0') }), last, true)?.range).toBeUndefined();
    expect(sameAgain(game({ variant: 'chess960' }), last, true)?.range).toBeUndefined();
  });

  test('is found by nobody in the lobby without a limit, with odds, at one screen and against the computer', () => {
    const clock = { initial_ms: 60_000, increment_ms: 0 };
    for (const over of [{ time: null }, { time: { white: clock, black: clock } }, { over_the_board: true }, { black: { kind: 'computer', level: 2 } }])
      expect(sameAgain(game(over), null, true)).toBe(null);
  });
});
