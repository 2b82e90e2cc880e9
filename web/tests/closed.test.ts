// SPDX-License-Identifier: AGPL-3.0-or-later
// Where the engine of the page is off for somebody who plays.
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { RunningGame } from '../src/analysis/closed';
import { OwnGames } from '../src/analysis/own.svelte';
import { PageRules } from '../src/analysis/worker/rules';
import { START_FEN } from '../src/board/fen';
import { mine } from '../src/platform/mine';
import type { OwnRunning } from '../src/platform/protocol';
import type { TopicMessage } from '../src/platform/socket';
import { TestWorker } from './wasm-support';

const rules = new PageRules(() => new TestWorker());
const RUY = ['e2e4', 'e7e5', 'g1f3', 'b8c6', 'f1b5', 'a7a6', 'b5a4', 'g8f6'];
const BY_POST: OwnRunning = { clocked: false, games: [{ id: 'k3Jx0aQz', variant: 'standard', start_fen: START_FEN, moves: RUY }] };
const LIVE: OwnRunning = { clocked: true, games: [] };
const NONE: OwnRunning = { clocked: false, games: [] };
const AWAY = () => Promise.reject(new Error('no server'));

const fens = async (...moves: string[]): Promise<[string, ...string[]]> => [START_FEN, ...(await rules.replay({ moves })).line.map(({ fen }) => fen)];
const after = async (...moves: string[]) => (await fens(...moves)).at(-1) ?? '';
const line = (...pv: string[]) => ({ multipv: 1, score: { cp: 0 }, pv, san: pv });

async function told(...answers: (OwnRunning | typeof AWAY)[]) {
  const own = new OwnGames(rules, 'Anna', async () => {
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    return typeof answer === 'function' ? answer() : (answer as OwnRunning);
  });
  await own.look();
  return own;
}

beforeEach(() => localStorage.clear());
afterEach(() => vi.useRealTimers());

test('a position is closed as the server has it', async () => {
  const table = readFileSync('../crates/tabiya-analysis/src/fair_play/cases.txt', 'utf8');
  const rows = table.split('\n').filter((row) => row !== '' && !row.startsWith('#'));
  expect(rows.length).toBeGreaterThan(10);
  for (const row of rows) {
    const [answer, running = '', wanted = ''] = row.split('|').map((part) => part.trim());
    const moves = (text: string) => text.split(' ').filter((move) => move !== '');
    const game = new RunningGame(await fens(...moves(running)));
    expect(game.isHelpedBy(await after(...moves(wanted))) ? 'closed' : 'free', row).toBe(answer);
  }
});

describe('the engine of the page', () => {
  test('is off where a game by correspondence was, is, or can come, by any way, and free elsewhere', async () => {
    const own = await told(BY_POST);
    const closes = async (...moves: string[]) => own.closes(await after(...moves));
    for (let length = 0; length <= RUY.length; length += 1) expect(await closes(...RUY.slice(0, length)), `after ${length}`).toBe('near');
    expect(await closes(...RUY, 'd2d3'), 'one move on').toBe('near');
    expect(await closes('g1f3', 'b8c6', 'e2e4', 'e7e5', 'f1b5', 'a7a6', 'b5a4', 'g8f6'), 'a transposition').toBe('near');
    expect(await closes('d2d4', 'd7d5'), 'another game').toBeNull();
    expect([own.nearTo(START_FEN), own.nearTo(await after('d2d4', 'd7d5'))], 'it is said which game that is').toEqual([BY_POST.games[0]?.id, null]);
    // The threat is what the other side would do in the same position.
    expect(own.closes((await after(...RUY)).replace(' w ', ' b '))).toBe('near');
  });

  test('is off everywhere while a clock runs, and free when the game is over', async () => {
    const own = await told(LIVE, NONE);
    expect(own.closes(await after('d2d4', 'd7d5'))).toBe('playing');
    await own.look();
    expect(own.closes(START_FEN)).toBeNull();
  });

  test('shows no line that leads into a game, and stays off where it begins', async () => {
    const own = await told(BY_POST);
    const start = await after('g1f3');
    expect(own.closes(start)).toBeNull();
    expect(await own.leadsIn(start, [line('d7d5', 'd2d4')], false, 'standard')).toBe(false);
    expect(own.closes(start)).toBeNull();
    expect(await own.leadsIn(start, [line('d7d5'), line('b8c6', 'e2e4', 'e7e5', 'f1b5', 'a7a6', 'b5a4', 'g8f6')], false, 'standard')).toBe(true);
    expect([own.closes(start), own.nearTo(start)]).toEqual(['near', BY_POST.games[0]?.id]);
  });

  test('shows no line that can’t be looked at to its end', async () => {
    const own = await told(BY_POST);
    const start = await after('e2e4', 'f7f6', 'd1h5');
    // In check nobody can pass: there is no threat, and what was taken for one leads who knows where.
    await expect(own.leadsIn(start, [line('h5e8')], true, 'standard')).rejects.toThrow();
  });

  test('asks while the page is seen, so that a game which begins elsewhere turns it off', async () => {
    vi.useFakeTimers();
    const running = [NONE, LIVE];
    const own = new OwnGames(rules, 'Anna', async () => running.shift() ?? LIVE);
    const stop = own.follow();
    await vi.advanceTimersByTimeAsync(0);
    expect([own.isUnsure, own.closes(START_FEN)]).toEqual([false, null]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(own.closes(START_FEN)).toBe('playing');
    stop();
  });

  test('is off at once when somebody is paired, before the server has said with which game', async () => {
    const hearing: ((message: TopicMessage) => void)[] = [];
    const on = vi.spyOn(mine, 'on').mockImplementation((listener) => {
      hearing.push(listener);
      return () => true;
    });
    let tell: (running: OwnRunning) => void = () => undefined;
    const answers = [Promise.resolve(NONE), new Promise<OwnRunning>((resolve) => (tell = resolve))];
    const own = new OwnGames(rules, 'Anna', () => answers.shift() ?? Promise.resolve(LIVE));
    const stop = own.follow();
    await vi.waitFor(() => expect(own.isUnsure).toBe(false));
    for (const hear of hearing) hear({ type: 'paired' } as TopicMessage);
    expect(own.isUnsure).toBe(true);
    tell(LIVE);
    await vi.waitFor(() => expect(own.isUnsure).toBe(false));
    expect(own.closes(START_FEN)).toBe('playing');
    stop();
    on.mockRestore();
  });

  test('asks each second while a seat in an own game is open, where nothing tells that somebody has sat down', async () => {
    vi.useFakeTimers();
    let asked = 0;
    const own = new OwnGames(rules, 'Anna', async () => ((asked += 1), asked > 3 ? LIVE : NONE));
    own.hasOpenSeat = true;
    const stop = own.follow();
    await vi.advanceTimersByTimeAsync(3_100);
    expect([asked, own.closes(START_FEN)]).toEqual([4, 'playing']);
    stop();
  });

  test('keeps to what was told last where no server is in reach, also after the page was loaded again', async () => {
    const own = await told(BY_POST, AWAY);
    await own.look();
    expect(own.closes(START_FEN)).toBe('near');
    expect((await told(AWAY)).closes(START_FEN), 'of the next page').toBe('near');
    const other = new OwnGames(rules, 'Ben', AWAY);
    await other.look();
    expect([other.isUnsure, other.closes(START_FEN)], 'of somebody else').toEqual([false, null]);
  });
});
