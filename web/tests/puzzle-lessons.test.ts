// SPDX-License-Identifier: AGPL-3.0-or-later
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { languages, t } from '../src/locale';
import { ApiError } from '../src/platform/api';
import type { LessonPupil, LessonView, PuzzleSetView, PuzzleView } from '../src/platform/protocol';
import { noticeOf } from '../src/puzzles/notice';
import { Solver } from '../src/puzzles/solver.svelte';
import { calledOf, minutesLeft, momentOf, OpenLesson, refusalOf, spanOf } from '../src/puzzles/today/lessons.svelte';
import Names from '../src/puzzles/today/Names.svelte';
import LessonPage from '../src/puzzles/today/LessonView.svelte';
import { viewOf } from '../src/puzzles/views';

const asked: string[] = [];
let answers: unknown[] = [];

beforeEach(async () => {
  vi.useFakeTimers();
  await languages.need('puzzles');
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(path);
    const answer = answers.shift() ?? null;
    return Promise.resolve(answer instanceof Response ? answer : new Response(JSON.stringify(answer)));
  });
});

afterEach(() => {
  asked.length = 0;
  answers = [];
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const lesson = (done: number): LessonView => ({ id: 'l1', name: 'Saturday', created: 0, total: 8, done, unread: 0, left_out: 0, pupils: [] });

test('an address names the lessons or one of them', () => {
  expect([viewOf('#/today'), viewOf('#/today/l1'), viewOf('#/today/a-b')]).toEqual([
    { view: 'today', id: null },
    { view: 'today', id: 'l1' },
    { view: 'solve' },
  ]);
});

test('a lesson is asked for until it is done, and says how long it will take', async () => {
  let now = 0;
  const open = new OpenLesson('l1', () => now);
  answers = [lesson(0), [lesson(0)], [lesson(4)], lesson(4), [lesson(8)], lesson(8)];
  await open.load();
  expect([open.isDone, open.left]).toEqual([false, null]);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(asked, 'all positions are read only when a game is done').toHaveLength(2);
  now = 120_000;
  await vi.advanceTimersByTimeAsync(3_000);
  expect([open.lesson?.done, open.left]).toEqual([4, 2]);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(open.isDone).toBe(true);
  await vi.advanceTimersByTimeAsync(25_000);
  const [all, one] = ['/api/page/puzzle-lessons', '/api/page/puzzle-lessons/l1'];
  expect(asked).toEqual([one, all, all, one, all, one]);
  open.stop();
});

// The page stood at "0 of 8 games" until it was loaded again: it stopped asking when the first answer came.
test('the page of a lesson goes on until it is ready', async () => {
  let done = 0;
  const answer = (path: string) => (path.endsWith('/l1') ? lesson(done) : path.endsWith('/puzzle-lessons') ? [lesson(done)] : null);
  vi.stubGlobal('fetch', (path: string) => Promise.resolve(new Response(JSON.stringify(answer(path)))));
  const page = mount(LessonPage, { target: document.body, props: { id: 'l1' } });
  flushSync();
  await vi.advanceTimersByTimeAsync(1);
  const { working, ready } = t.puzzles.today;
  expect(document.body.textContent).toContain(working(0, 8, null));
  await vi.advanceTimersByTimeAsync(3_000);
  done = 8;
  await vi.advanceTimersByTimeAsync(3_000);
  expect(document.body.textContent).toContain(ready(0, 0));
  await unmount(page);
});

test('a lesson that is left is asked for no more, also where an answer is on its way', async () => {
  const open = new OpenLesson('l1');
  answers = [lesson(0), lesson(1)];
  const loading = open.load();
  open.stop();
  await loading;
  await vi.advanceTimersByTimeAsync(25_000);
  expect(asked).toHaveLength(1);
});

test('a lesson that is missing is not asked for again, one that can’t be reached is', async () => {
  const open = new OpenLesson('l1');
  answers = [new Response('{"error":{"code":"unavailable","message":"later"}}', { status: 503 }), lesson(1)];
  await open.load();
  expect(open.problem).not.toBe('');
  await vi.advanceTimersByTimeAsync(3_000);
  expect([open.problem, open.lesson?.done]).toEqual(['', 1]);
  open.stop();
  const gone = new OpenLesson('l2');
  answers = [new Response('{"error":{"code":"not_found","message":"none"}}', { status: 404 })];
  await gone.load();
  await vi.advanceTimersByTimeAsync(25_000);
  expect(gone.problem).toBe(t.puzzles.today.missing);
  expect(asked).toHaveLength(3);
});

test('a teacher who lacks a second factor is told so, and not that there is nothing', async () => {
  const open = new OpenLesson('l1');
  const error = { code: 'forbidden', message: 'set up a second factor first' };
  answers = [new Response(JSON.stringify({ error, needs: 'second_factor' }), { status: 403 })];
  await open.load();
  await vi.advanceTimersByTimeAsync(25_000);
  expect([open.problem, asked.length]).toEqual(['Set up a second factor first.', 1]);
});

test('a refusal is told in the language of the page', () => {
  expect(refusalOf(new ApiError(409, 'lessons_wait', 'two lessons wait'))).toBe(t.puzzles.today.refused.lessons_wait);
  expect(refusalOf(new ApiError(400, 'bad_request', 'the name is too long'))).toBe('The name is too long.');
});

test('minutes are told from what was done since', () => {
  expect(minutesLeft({ done: 2, total: 8 }, 2, 60_000)).toBe(null);
  expect(minutesLeft({ done: 4, total: 8 }, 2, 60_000)).toBe(2);
  expect(minutesLeft({ done: 7, total: 8 }, 0, 1000)).toBe(1);
});

test('a day lasts from midnight to midnight', () => {
  const span = spanOf('2026-11-28');
  expect(span?.map((at) => new Date(at).getDate())).toEqual([28, 28]);
  expect(spanOf('')).toBe(null);
});

test('a pupil is called by the real name where there is one', () => {
  const pupil: LessonPupil = { name: 'ann7', real_name: null, has_account: true, positions: [] };
  expect([calledOf(pupil), calledOf({ ...pupil, real_name: 'Anna Berg' })]).toEqual(['ann7', 'Anna Berg']);
});

test('a sheet says which game and move a position comes from, and bears names only if they are wanted', async () => {
  const puzzle = { id: 'a1', fen: '6k1/3q1p1p/8/3N4/8/8/5PPP/6K1 b - - 1 23', solver: 'black', solution: '23... Qe8 / Qd8' } as const;
  const pupils: LessonPupil[] = [
    { name: 'ann7', real_name: 'Anna Berg', has_account: true, positions: [] },
    { name: 'ben', real_name: null, has_account: true, positions: [{ game: 3, opponent: 0, puzzle, played: 'Qxd5', first: 'hinted', last: 'solved' }] },
  ];
  const done = { ...lesson(8), pupils };
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify(done))));
  const page = mount(LessonPage, { target: document.body, props: { id: 'l1' } });
  flushSync();
  await vi.advanceTimersByTimeAsync(1);
  flushSync();
  const paper = () => document.querySelector('.paper')?.textContent ?? '';
  expect(document.querySelector('section.card li')?.textContent).toContain('Game 3 against Anna Berg, move 23');
  expect(document.querySelector('section.card li')?.textContent).toContain('Solved with a hint');
  expect(paper()).toContain('Game 3, move 23');
  expect(paper()).toContain('In your game you played ♕xd5. Find a better move.');
  expect(paper()).toContain('Game 3: 23…\u00a0♕e8 / ♕d8 (played: ♕xd5)');
  expect(paper()).not.toMatch(/Anna|ann7|ben/);
  document.querySelector<HTMLElement>('.names [role=switch], .names input')?.click();
  flushSync();
  expect(paper()).toContain('Game 3 against Anna Berg, move 23');
  await unmount(page);
});

test('where a game is not known, or its opponent is nobody of the lesson, a position says no more', () => {
  const puzzle = { id: 'a1', fen: '6k1/3q1p1p/8/3N4/8/8/5PPP/6K1 b - - 1 23', solver: 'black', solution: '' } as const;
  const position = { game: 3, opponent: null, puzzle, played: 'Qxd5', first: null, last: null };
  expect([momentOf(position, []), momentOf({ ...position, game: null }, [])]).toEqual(['Game 3, move 23', '']);
});

test('in a lesson the own move is named as the one to better', async () => {
  const FEN = '6k1/3q1p1p/8/3N4/8/8/5PPP/6K1 w - - 1 2';
  const set: PuzzleSetView = {
    id: 'l1',
    name: 'Saturday',
    due: null,
    version: 1,
    is_own: false,
    may_assign: false,
    puzzles: [{ id: 'a1', fen: FEN, solver: 'white', rating: { points: 1200, provisional: true }, last: null, played: 'Nb6' }],
  };
  const puzzle: PuzzleView = {
    id: 'a1',
    before: FEN,
    mistake: { uci: 'e7d7', san: 'Qd7', fen: FEN, check: false, clock_ms: null },
    position: { fen: FEN, check: false, legal: ['d5f6'] },
    solver: 'white',
    rating: { points: 1200, provisional: true },
    tried: null,
    missed: null,
    counts: false,
  };
  const solver = new Solver();
  answers = [set, puzzle];
  const begun = solver.beginSet('l1', null);
  await vi.advanceTimersByTimeAsync(1000);
  await begun;
  expect(noticeOf(solver)).toBe('In your game you played ♘b6. Find a better move.');
});

test('the server says which pupils have one real name, and is asked again when one was given', async () => {
  const pupil = (name: string, real_name: string | null, shares_name: boolean) => ({ name, real_name, shares_name });
  answers = [[pupil('a', 'Edda Jürgens', false), pupil('b', null, false)], null, [pupil('a', 'Edda Jürgens', true), pupil('b', 'Jürgens Edda', true)]];
  const page = mount(Names, { target: document.body });
  await vi.advanceTimersByTimeAsync(0);
  const warned = () => [...document.querySelectorAll('li')].filter((row) => row.textContent?.includes(t.puzzles.today.sameName)).length;
  expect([document.querySelectorAll('li').length, warned()]).toEqual([2, 0]);
  const field = document.querySelectorAll('input')[1]!;
  field.value = 'Jürgens Edda';
  field.dispatchEvent(new Event('change', { bubbles: true }));
  await vi.advanceTimersByTimeAsync(0);
  expect(warned()).toBe(2);
  expect(asked).toEqual(Array(3).fill('/api/page/puzzle-pupils'));
  await unmount(page);
});
