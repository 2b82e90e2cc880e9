// SPDX-License-Identifier: AGPL-3.0-or-later
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { languages, t } from '../src/locale';
import { settings } from '../src/platform/settings.svelte';
import type { RacePuzzle, RaceView, RacerView, Refusal } from '../src/platform/protocol';
import { noticeOf, toneOf } from '../src/puzzles/race/notice';
import { OpenRace } from '../src/puzzles/race/race.svelte';
import RacePage from '../src/puzzles/race/RaceView.svelte';
import { viewOf } from '../src/puzzles/views';

const FEN = '6k1/4qp1p/8/3N4/8/8/5PPP/6K1 b - - 0 1';
const mistake = { uci: 'e7d7', san: 'Qd7', fen: '6k1/3q1p1p/8/3N4/8/8/5PPP/6K1 w - - 1 2', check: false, clock_ms: null };
const puzzleOf = (number: number, found = 0): RacePuzzle => ({
  number,
  found,
  solver: 'white',
  before: FEN,
  line: Array.from({ length: 1 + 2 * found }, () => mistake),
  position: { fen: mistake.fen, check: false, legal: ['d5f6'] },
});
const racer = (number: number, score: number, missed: number, name: string | null = null, is_you = false): RacerView => ({
  number,
  name,
  score,
  missed,
  is_you,
  leads_class: false,
});
const race = (stage: RaceView['stage'], puzzle: RacePuzzle | null, more: Partial<RaceView> = {}): RaceView => ({
  id: 'r1',
  stage,
  starts_in_ms: 0,
  left_ms: 90_000,
  may_start: true,
  may_join: false,
  may_remove: false,
  has_joined: true,
  was_removed: false,
  is_of_class: false,
  racers: [racer(1, 1, 1, 'Ann', true), racer(2, 1, 0), racer(3, 2, 5)],
  puzzle,
  played: [],
  may_repeat: false,
  next: null,
  ...more,
});

const asked: string[] = [];
/** What is answered: a body, a status, or nothing at all; the last one again and again. */
let answers: unknown[] = [];
let shown: object | undefined;

beforeEach(async () => {
  for (const part of ['puzzles', 'races', 'report', 'board'] as const) await languages.need(part);
  vi.useFakeTimers();
  vi.stubGlobal('fetch', (path: string, init?: RequestInit) => {
    asked.push(`${init?.method ?? 'GET'} ${path} ${typeof init?.body === 'string' ? init.body : ''}`.trim());
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (answer === 'lost') return Promise.reject(new TypeError('no network'));
    if (typeof answer === 'number') return Promise.resolve(new Response('{"error":{"code":"x","message":"no"}}', { status: answer }));
    return Promise.resolve(new Response(JSON.stringify(answer ?? null)));
  });
});

afterEach(async () => {
  if (shown) await unmount(shown);
  shown = undefined;
  asked.length = 0;
  answers = [];
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A race whose puzzle is on the board. */
async function running(puzzle = puzzleOf(1)): Promise<OpenRace> {
  const open = new OpenRace('r1');
  open.take(race('running', puzzle));
  await vi.advanceTimersByTimeAsync(400);
  return open;
}

test('an address names a new race or one of them', () => {
  expect([viewOf('#/race'), viewOf('#/race/r1'), viewOf('#/race/Ab12Cd34-7'), viewOf('#/race/a-b')]).toEqual([
    { view: 'race', id: null },
    { view: 'race', id: 'r1' },
    { view: 'race', id: 'Ab12Cd34-7' },
    { view: 'solve' },
  ]);
});

test('the best stand first, and of equals those who missed less', async () => {
  const open = await running();
  expect(open.standing.map(({ number }) => number)).toEqual([3, 2, 1]);
  expect(open.place).toBe(3);
  open.take(race('over', null));
  expect(noticeOf(open)).toBe('Time’s up. You solved 1 puzzle: place 3 of 3.');
});

test('the mistake is seen before the solver may move', async () => {
  const open = new OpenRace('r1');
  open.take(race('running', puzzleOf(1)));
  expect([open.line.fen, open.mayMove]).toEqual([FEN, false]);
  await vi.advanceTimersByTimeAsync(400);
  expect([open.line.fen, open.mayMove, [...open.destinations.keys()]]).toEqual([mistake.fen, true, ['d5']]);
});

test('a move is sent with its place, and the next puzzle comes with the answer', async () => {
  const open = await running();
  for (const [verdict, next, tone] of [
    ['good', puzzleOf(1), 'plain'],
    ['right', puzzleOf(1, 1), 'right'],
    ['solved', puzzleOf(2), 'right'],
    ['wrong', puzzleOf(3), 'refusal'],
  ] as const) {
    answers = [{ verdict, race: race('running', next) }];
    open.move('d5', 'f6');
    expect(open.mayMove, 'one at a time').toBe(false);
    await vi.advanceTimersByTimeAsync(400);
    expect([open.told, toneOf(open), open.mayMove]).toEqual([verdict, tone, true]);
  }
  expect(asked.map((call) => call.split(' ').at(-1))).toEqual([
    '{"number":1,"found":0,"uci":"d5f6"}',
    '{"number":1,"found":0,"uci":"d5f6"}',
    '{"number":1,"found":1,"uci":"d5f6"}',
    '{"number":2,"found":0,"uci":"d5f6"}',
  ]);
});

test('a lost connection is told, keeps the puzzle and lets the move be sent again', async () => {
  const open = await running();
  answers = ['lost'];
  open.move('d5', 'f6');
  await vi.advanceTimersByTimeAsync(10);
  expect([open.isAway, open.mayMove, open.race?.puzzle?.number]).toEqual([true, true, 1]);
  expect(noticeOf(open)).toContain('Your score is safe');
  answers = [{ verdict: 'stale', race: race('running', puzzleOf(1, 1)) }];
  open.move('d5', 'f6');
  await vi.advanceTimersByTimeAsync(10);
  expect([open.isAway, open.race?.puzzle?.found, noticeOf(open)]).toEqual([false, 1, 'Find the best move for White.']);
});

test('it is asked for once a second, at the moment of the start, and seldom after the end', async () => {
  const open = new OpenRace('r1', () => Date.now());
  answers = [race('starting', null, { starts_in_ms: 1500 }), race('starting', null, { starts_in_ms: 490 }), race('running', puzzleOf(1))];
  open.follow();
  await vi.advanceTimersByTimeAsync(1100);
  expect(asked).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(480);
  expect([asked.length, open.race?.stage], 'not a second later').toEqual([3, 'running']);
  await vi.advanceTimersByTimeAsync(5000);
  expect(asked.length).toBeLessThan(10);
  answers = [race('over', null)];
  await vi.advanceTimersByTimeAsync(1100);
  // Another one for the same players may follow: that is asked seldom, and not for long.
  const { length } = asked;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveLength(length + 20);
  await vi.advanceTimersByTimeAsync(600_000);
  const { length: all } = asked;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveLength(all);
  open.stop();
});

test('a slow answer is still taken, and one from before a move is not', async () => {
  const open = await running();
  const late: ((response: Response) => void)[] = [];
  vi.stubGlobal('fetch', () => new Promise<Response>((answer) => late.push(answer)));
  open.follow();
  await vi.advanceTimersByTimeAsync(5000);
  expect(late, 'no second question while one is on its way').toHaveLength(1);
  open.move('d5', 'f6');
  late[1]?.(new Response(JSON.stringify({ verdict: 'solved', race: race('running', puzzleOf(2)) })));
  await vi.advanceTimersByTimeAsync(10);
  late[0]?.(new Response(JSON.stringify(race('running', puzzleOf(1)))));
  await vi.advanceTimersByTimeAsync(10);
  expect(open.race?.puzzle?.number).toBe(2);
  open.stop();
});

test('a race that ends with the server is told as missing', async () => {
  const open = await running();
  answers = [404];
  open.follow();
  await vi.advanceTimersByTimeAsync(10);
  expect(open.isMissing).toBe(true);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked).toHaveLength(1);
  open.stop();
});

test('what is refused because the race has gone on says nothing', async () => {
  const open = await running();
  answers = [400];
  open.move('d5', 'f6');
  await vi.advanceTimersByTimeAsync(10);
  expect([open.problem, open.isMissing, open.isAway]).toEqual(['', false, false]);
});

test('who can’t join is told so until the next try', async () => {
  const open = new OpenRace('r1');
  open.take(race('waiting', null, { has_joined: false }));
  answers = [400];
  await open.join();
  open.take(race('waiting', null, { has_joined: false }));
  expect(open.problem).toBe('No.');
  answers = [race('waiting', null)];
  await open.join();
  expect(open.problem).toBe('');
});

test('nobody chooses a promotion any more when the time is up', async () => {
  const open = await running({ ...puzzleOf(1), position: { fen: mistake.fen, check: false, legal: ['d5d8q', 'd5d8n'] } });
  open.move('d5', 'd8');
  expect(open.promotion).not.toBe(null);
  open.take(race('over', null));
  expect(open.promotion).toBe(null);
});

test('the page asks once a second, however many answers come', async () => {
  answers = [race('waiting', null, { racers: [racer(1, 0, 0, 'Ann', true), racer(2, 3, 0)] })];
  shown = mount(RacePage, { target: document.body, props: { id: 'r1' } });
  await vi.advanceTimersByTimeAsync(3500);
  flushSync();
  const about = asked.filter((call) => call.includes('puzzle-races'));
  expect(about.length).toBeGreaterThanOrEqual(3);
  expect(about.length).toBeLessThanOrEqual(5);
  const names = [...document.querySelectorAll('tbody th')].map((name) => name.textContent?.trim());
  expect(names).toEqual(['Guest 2', 'Ann (you)']);
});

test('whoever made the race removes a player by two presses, and who was removed is told so', async () => {
  const racers = [racer(1, 0, 0, 'Ann', true), racer(2, 3, 0), { ...racer(3, 0, 0, 'Teacher'), leads_class: true }];
  answers = [race('waiting', null, { may_remove: true, racers })];
  shown = mount(RacePage, { target: document.body, props: { id: 'r1' } });
  await vi.advanceTimersByTimeAsync(10);
  flushSync();
  const buttons = () => [...document.querySelectorAll<HTMLButtonElement>('tbody button')];
  const names = () => buttons().map((button) => button.getAttribute('aria-label') ?? button.textContent?.trim());
  expect(names(), 'neither oneself nor the teacher').toEqual(['Remove Guest 2']);
  buttons()[0]?.click();
  flushSync();
  expect(names()).toEqual(['Remove Guest 2', 'Keep']);
  expect(asked.some((call) => call.startsWith('POST'))).toBe(false);
  answers = [race('waiting', null, { may_remove: true, racers: racers.slice(0, 1) })];
  buttons()[0]?.click();
  await vi.advanceTimersByTimeAsync(10);
  flushSync();
  expect(asked).toContain('POST /api/page/puzzle-races/r1/remove {"number":2}');
  expect(names()).toEqual([]);

  const open = new OpenRace('r1');
  open.take(race('running', null, { has_joined: false, was_removed: true }));
  expect(noticeOf(open)).toBe('You were removed from this race.');
});

test('the players of a race that is over are told of the next one, and join it by one press', async () => {
  location.hash = '#/race/r1';
  answers = [race('over', null, { may_repeat: false })];
  shown = mount(RacePage, { target: document.body, props: { id: 'r1' } });
  await vi.advanceTimersByTimeAsync(100);
  flushSync();
  const button = (name: string) => [...document.querySelectorAll('button')].find((one) => one.textContent.trim() === name);
  expect([button('Race again'), button('Join the new race')]).toEqual([undefined, undefined]);
  answers = [race('over', null, { next: 'r2' })];
  await vi.advanceTimersByTimeAsync(3100);
  flushSync();
  expect(document.querySelector('.puzzle-notice')?.textContent).toBe('Time’s up. You solved 1 puzzle: place 3 of 3. A new race is waiting for you.');
  const before = asked.length;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked.length).toBe(before);
  button('Join the new race')?.click();
  await vi.advanceTimersByTimeAsync(100);
  expect([asked.at(-1), location.hash]).toEqual(['POST /api/page/puzzle-races/r2/join {}', '#/race/r2']);
});

test('whoever made a race makes it again, and a refusal is told', async () => {
  location.hash = '#/race/r1';
  answers = [race('over', null, { may_repeat: true })];
  shown = mount(RacePage, { target: document.body, props: { id: 'r1' } });
  await vi.advanceTimersByTimeAsync(100);
  flushSync();
  const again = () => [...document.querySelectorAll('button')].find((one) => one.textContent.trim() === 'Race again');
  answers = [409];
  again()?.click();
  await vi.advanceTimersByTimeAsync(100);
  flushSync();
  expect([location.hash, document.querySelector('.puzzle-notice.refusal') !== null]).toEqual(['#/race/r1', true]);
  answers = [{ id: 'r2' }];
  again()?.click();
  await vi.advanceTimersByTimeAsync(100);
  expect([asked.at(-1), location.hash]).toEqual(['POST /api/page/puzzle-races/r1/again {}', '#/race/r2']);
});

test('an illegal move in a race is explained until the next move, and the race goes on', async () => {
  const open = await running();
  const reason = { reason: 'does_not_move_so', piece: { color: 'white', role: 'knight' }, from: 'd5', to: 'd6' };
  answers = [{ refused: { refusal: { kind: 'illegal', reason }, message: 'a knight does not move so' } }];
  await open.attempt('d5', 'd6');
  expect(asked.at(-1)).toBe(`POST /api/page/board {"start_fen":"${mistake.fen}","time":null,"moves":["d5d6"],"took_ms":[0]}`);
  open.take(race('running', puzzleOf(1)));
  expect([noticeOf(open), toneOf(open)]).toEqual([t.refusals.word({ kind: 'illegal', reason } as Refusal, ''), 'refusal']);
  answers = [{ verdict: 'right', race: race('running', puzzleOf(1, 1)) }];
  open.move('d5', 'f6');
  await vi.advanceTimersByTimeAsync(10);
  expect([open.illegal, noticeOf(open)]).toEqual(['', 'Right, go on.']);
});

test('a pawn becomes a queen at once in a race where the person wants that', async () => {
  const puzzle = { ...puzzleOf(1), position: { ...puzzleOf(1).position, legal: ['a7a8q', 'a7a8n'] } };
  for (const [value, promotes] of [
    ['ask', false],
    ['queen', true],
  ] as const) {
    void settings.choose('promotion', value);
    const open = await running(puzzle);
    answers = [{ verdict: 'right', race: race('running', puzzleOf(2)) }];
    open.move('a7', 'a8');
    expect(open.promotion === null).toBe(promotes);
    await vi.advanceTimersByTimeAsync(10);
    expect(asked.at(-1)?.includes('a7a8q') ?? false).toBe(promotes);
  }
  void settings.choose('promotion', 'ask');
});
