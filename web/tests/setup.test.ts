// SPDX-License-Identifier: AGPL-3.0-or-later
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { GameSummary } from '../src/platform/protocol';
import { languages } from '../src/locale';
import { newGame } from '../src/locale/en/newGame';
import { PART_LOADERS } from '../src/locale/loaders';
import { Setup } from '../src/setup/setup.svelte';
import { inOrder, stateOf } from '../src/home/summary';
import { START_FEN } from '../src/board/fen';

beforeAll(() => languages.need('newGame'));
beforeEach(() => localStorage.clear());

describe('creating a game', () => {
  test('the levels and their strength are the server’s', () => {
    localStorage.setItem('tabiya.setup.computer', JSON.stringify({ level: 7, numbering: 11 }));
    const setup = new Setup('computer');
    expect([setup.level, setup.elo, setup.highest]).toEqual([7, null, 15]);
    setup.offer([
      { level: 1, elo: 994 },
      { level: 2, elo: 1193 },
      { level: 3, elo: 1380 },
    ]);
    expect([setup.level, setup.elo, setup.highest]).toEqual([3, 1400, 3]);
    setup.level = 2;
    expect(setup.elo).toBe(1200);
  });

  test('a level that was remembered before three were added below it keeps its strength', () => {
    localStorage.setItem('tabiya.setup.computer', JSON.stringify({ level: 2 }));
    expect(new Setup('computer').level).toBe(5);
  });

  test.each(['en', 'de', 'fr', 'es'])('every level has a name and what it misses, in %s', async (tag) => {
    const { levels } = (await PART_LOADERS[tag]?.newGame())?.default ?? newGame;
    for (const words of [levels.names, levels.misses]) {
      expect(words).toHaveLength(15);
      expect(new Set(words).size).toBe(15);
    }
  });

  test('a friend gets ten minutes and a random colour unless told otherwise', () => {
    expect(new Setup('friend').wish()).toEqual({
      opponent: { kind: 'friend' },
      time: { initial_ms: 600_000, increment_ms: 0 },
      color: 'random',
      start: { kind: 'standard' },
    });
  });

  test('a game is private where that is wanted, and never a rated one', () => {
    const setup = new Setup('friend', true);
    setup.isPrivate = true;
    expect(setup.wish()).toMatchObject({ private: true });
    expect(setup.terms()).toMatchObject({ private: true, rated: false });
    setup.rate(true);
    expect(setup.wish()).toMatchObject({ rated: true });
    expect(setup.wish()).not.toHaveProperty('private');
    setup.isPrivate = true;
    expect(setup.terms()).toMatchObject({ private: true, rated: false });
    const answer = new Setup('player', true);
    answer.take({ time: null, color: 'white', start: { kind: 'standard' }, rated: false, private: true }, true);
    expect(answer.terms()).toMatchObject({ private: true, color: 'black' });
  });

  test('a challenge by name is rated at first, as a search in the lobby is, and as it was the last time', async () => {
    expect(new Setup('player', true).terms()).toMatchObject({ rated: true });
    expect(new Setup('player').terms()).toMatchObject({ rated: false });
    const setup = new Setup('player', true);
    setup.rate(false);
    await setup.run(async () => true);
    expect(new Setup('player', true).terms()).toMatchObject({ rated: false });
  });

  test('the computer plays at the chosen level', () => {
    const setup = new Setup('computer');
    setup.level = 15;
    setup.preset = '3+2';
    expect(setup.wish()).toMatchObject({
      opponent: { kind: 'computer', level: 15 },
      time: { initial_ms: 180_000, increment_ms: 2_000 },
    });
  });

  test.each([
    [0, 0],
    [181, 0],
    [-1, 5],
    [null, 5],
  ])('%s minutes and %s seconds are no time control', (minutes, seconds) => {
    const setup = new Setup('friend');
    Object.assign(setup, { preset: 'custom', minutes, seconds });
    expect(setup.wish()).toBeNull();
    expect(setup.problem).toMatch(/minutes/);
  });

  test('a FEN is asked for when it is missing, and trimmed when it is there', () => {
    const setup = new Setup('friend');
    setup.start = 'fen';
    expect(setup.wish()).toBeNull();
    setup.fen = ` ${START_FEN} `;
    expect(setup.wish()?.start).toEqual({ kind: 'fen', fen: START_FEN });
  });

  test("the server's words about a bad FEN are shown", async () => {
    const body = { error: { code: 'bad_fen', message: 'White has two kings.' } };
    vi.stubGlobal('fetch', async () => new Response(JSON.stringify(body), { status: 422 }));
    const setup = new Setup('friend');
    expect(await setup.create()).toBeNull();
    expect(setup.problem).toBe('White has two kings.');
    vi.unstubAllGlobals();
  });

  test.each(['computer_while_playing', 'computer_near_own_game'])('%s is said in the language of the page', async (code) => {
    await Promise.all([languages.speak('de'), languages.need('newGame')]);
    const body = { error: { code, message: 'No.' } };
    vi.stubGlobal('fetch', async () => new Response(JSON.stringify(body), { status: 403 }));
    const setup = new Setup('computer');
    expect(await setup.create()).toBeNull();
    expect(setup.problem).toContain('den Computer');
    vi.unstubAllGlobals();
    await languages.speak('en');
  });

  test('choices are remembered for next time', async () => {
    vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ id: 'AbCd1234' }), { status: 201 }));
    const setup = new Setup('computer');
    setup.level = 7;
    expect(await setup.create()).toBe('AbCd1234');
    expect(new Setup('computer').level).toBe(7);
    vi.unstubAllGlobals();
  });
});

function summary(id: string, over: Partial<GameSummary>): GameSummary {
  return {
    id,
    you: 'white',
    white: { kind: 'guest', name: 'A' },
    black: { kind: 'guest', name: 'B' },
    time: null,
    fen: START_FEN,
    last_move: null,
    ply: 0,
    turn: 'white',
    status: { kind: 'playing' },
    left_ms: null,
    ...over,
  };
}

describe('one’s games', () => {
  test('stand as they stand for oneself', () => {
    expect(stateOf(summary('1', {}))).toBe('yourMove');
    expect(stateOf(summary('1', { turn: 'black' }))).toBe('theirMove');
    const won = { kind: 'ended', result: 'black_wins', termination: 'checkmate' } as const;
    expect(stateOf(summary('1', { status: won }))).toBe('lost');
    expect(stateOf(summary('1', { status: won, you: 'black' }))).toBe('won');
  });

  test('that wait for oneself come first, finished ones last', () => {
    const draw = { kind: 'ended', result: 'draw', termination: 'agreement' } as const;
    const aborted = { kind: 'ended', result: 'aborted', termination: 'abort' } as const;
    const imported = { kind: 'ended', result: 'aborted', termination: 'unknown' } as const;
    const games = [
      summary('imported', { status: imported }),
      summary('drawn', { status: draw }),
      summary('theirs', { turn: 'black' }),
      summary('gone', { status: aborted }),
      summary('mine', {}),
    ];
    expect(inOrder(games).map(({ id }) => id)).toEqual(['mine', 'theirs', 'imported', 'drawn']);
  });
});
