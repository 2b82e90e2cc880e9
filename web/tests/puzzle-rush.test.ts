// SPDX-License-Identifier: AGPL-3.0-or-later
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { languages } from '../src/locale';
import type { MoveView, PuzzleAnswer, PuzzleView } from '../src/platform/protocol';
import Lives from '../src/puzzles/Lives.svelte';
import Misses from '../src/puzzles/Misses.svelte';
import { noticeOf, toneOf } from '../src/puzzles/notice';
import { Run } from '../src/puzzles/run.svelte';
import { Solver } from '../src/puzzles/solver.svelte';

const BEFORE = '6k1/4qp1p/8/3N4/8/8/5PPP/6K1 b - - 0 1';
const AFTER = '6k1/3q1p1p/8/3N4/8/8/5PPP/6K1 w - - 1 2';
const move = (uci: string, san: string): MoveView => ({ uci, san, fen: AFTER, check: false, clock_ms: null });
const puzzleOf = (id: string): PuzzleView => ({
  id,
  before: BEFORE,
  mistake: move('e7d7', 'Qd7'),
  position: { fen: AFTER, check: false, legal: ['d5f6', 'f2f4'] },
  solver: 'white',
  rating: { points: 1200, provisional: true },
  tried: null,
  missed: null,
  counts: true,
});
const WRONG: PuzzleAnswer = { played: move('f2f4', 'f4'), verdict: { kind: 'wrong' }, done: null };
const SOLVED: PuzzleAnswer = { played: move('d5f6', 'Nf6+'), verdict: { kind: 'solved' }, done: null };

const asked: string[] = [];
let answers: unknown[] = [];
let shown: object | undefined;

beforeEach(async () => {
  vi.useFakeTimers();
  for (const part of ['puzzles', 'races', 'report'] as const) await languages.need(part);
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(path);
    return Promise.resolve(new Response(JSON.stringify(answers.shift() ?? null)));
  });
});

afterEach(async () => {
  if (shown) await unmount(shown);
  shown = undefined;
  asked.length = 0;
  answers = [];
  localStorage.clear();
  sessionStorage.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Some time, but less than a rush has. */
const wait = () => vi.advanceTimersByTimeAsync(1_000);

async function rushing(): Promise<Solver> {
  const solver = new Solver();
  answers.push({ puzzle: puzzleOf('p1'), player: null });
  void solver.begins('rush');
  await wait();
  return solver;
}

async function play(solver: Solver, answer: PuzzleAnswer, next: string | null): Promise<void> {
  answers.push(answer);
  if (next !== null) answers.push({ puzzle: puzzleOf(next), player: null });
  if (answer === WRONG) solver.move('f2', 'f4');
  else solver.move('d5', 'f6');
  await wait();
}

test('a miss in a rush is said with the next puzzle, until the one after is solved', async () => {
  const solver = await rushing();
  expect([noticeOf(solver), toneOf(solver)]).toEqual(['Find the best move for White.', 'plain']);
  await play(solver, WRONG, 'p2');
  expect([noticeOf(solver), toneOf(solver)]).toEqual(['Missed. Here is the next one. Find the best move for White.', 'refusal']);
  await play(solver, SOLVED, 'p3');
  expect([noticeOf(solver), toneOf(solver)]).toEqual(['Find the best move for White.', 'plain']);
  solver.endRun();
});

test('marks show how many mistakes a rush still takes, and a streak has none', async () => {
  const solver = await rushing();
  if (!solver.run) throw new Error('it runs');
  shown = mount(Lives, { target: document.body, props: { run: solver.run } });
  const marks = () => (flushSync(), document.querySelector('.lives'));
  expect([marks()?.textContent, marks()?.getAttribute('aria-label')]).toEqual(['●●●', '3 mistakes left']);
  await play(solver, WRONG, 'p2');
  await play(solver, WRONG, 'p3');
  expect([marks()?.textContent, marks()?.getAttribute('aria-label')]).toEqual(['●○○', '1 mistake left']);
  solver.endRun();
  expect(new Run('streak').lives).toBe(null);
});

test('all puzzles that a rush has missed can be tried again, until the next one begins', async () => {
  const solver = await rushing();
  shown = mount(Misses, { target: document.body, props: { solver } });
  const buttons = () => (flushSync(), [...document.querySelectorAll<HTMLButtonElement>('.misses button')]);
  await play(solver, WRONG, 'p2');
  await play(solver, SOLVED, 'p3');
  await play(solver, WRONG, 'p4');
  expect(buttons(), 'the rush goes on').toEqual([]);
  await play(solver, WRONG, null);
  expect(buttons().map((button) => button.textContent)).toEqual(['Puzzle 1', 'Puzzle 3', 'Puzzle 4']);
  answers.push(puzzleOf('p3'));
  buttons()[1]?.click();
  await wait();
  expect([asked.at(-1), solver.mayMove, solver.run]).toEqual(['/api/page/puzzles/p3', true, null]);
  expect(buttons(), 'for the others').toHaveLength(3);
  answers.push({ puzzle: puzzleOf('p5'), player: null });
  void solver.begins('rush');
  await wait();
  expect(buttons()).toEqual([]);
  solver.endRun();
});
