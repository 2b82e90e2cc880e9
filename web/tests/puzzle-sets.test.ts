// SPDX-License-Identifier: AGPL-3.0-or-later
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { languages, t } from '../src/locale';
import type { PuzzleSetView, PuzzleView } from '../src/platform/protocol';
import { noticeOf } from '../src/puzzles/notice';
import { pagesOf, solutionOf, solutionPages, wordsOn } from '../src/puzzles/sets/paper';
import { addTo, dayOf, endOfDay, fewer, fillSet, OpenSet, withFigures } from '../src/puzzles/sets/sets.svelte';
import { Solver } from '../src/puzzles/solver.svelte';
import { isSame, puzzleIn, viewOf } from '../src/puzzles/views';

const FEN = '6k1/3q1p1p/8/3N4/8/8/5PPP/6K1 w - - 1 2';
const puzzleOf = (id: string): PuzzleView => ({
  id,
  before: FEN,
  mistake: { uci: 'e7d7', san: 'Qd7', fen: FEN, check: false, clock_ms: null },
  position: { fen: FEN, check: false, legal: ['d5f6'] },
  solver: 'white',
  rating: { points: 1200, provisional: true },
  tried: null,
  missed: null,
  counts: true,
});
const inSet = (id: string, last: 'solved' | 'failed' | null = null) => ({
  id,
  fen: FEN,
  solver: 'white' as const,
  rating: { points: 1200, provisional: true },
  last,
  played: null,
});
const SET = {
  id: 'set1',
  name: 'Tuesday',
  due: null,
  version: 3,
  is_own: true,
  may_assign: true,
  puzzles: [inSet('a1', 'solved'), inSet('b2', 'failed'), inSet('c3')],
} as PuzzleSetView;

const asked: string[] = [];
let answers: unknown[] = [];

beforeEach(async () => {
  vi.useFakeTimers();
  await languages.need('puzzles');
  vi.stubGlobal('fetch', (path: string, init?: RequestInit) => {
    asked.push(`${init?.method ?? 'GET'} ${path} ${typeof init?.body === 'string' ? init.body : ''}`.trim());
    return Promise.resolve(new Response(JSON.stringify(answers.shift() ?? null)));
  });
});

afterEach(() => {
  asked.length = 0;
  answers = [];
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a set with fewer puzzles than were wished for is kept in mind, until another one is whole', async () => {
  const filter = { themes: [], openings: [], from: 600, to: 1400, count: 8 };
  answers = [SET, { ...SET, id: 'set2' }];
  await fillSet({ name: 'Tuesday', puzzles: [], filter });
  expect(fewer).toEqual({ id: 'set1', wanted: 8 });
  await fillSet({ name: 'Tuesday', puzzles: [], filter: { ...filter, count: 3 } });
  expect(fewer.id).toBe('');
});

test('an address names a puzzle, a set, or a puzzle of a set', () => {
  expect(viewOf('')).toEqual({ view: 'solve' });
  expect(viewOf('#abc')).toEqual({ view: 'solve' });
  expect(viewOf('#/sets')).toEqual({ view: 'sets' });
  expect(viewOf('#/set/x1')).toEqual({ view: 'set', id: 'x1' });
  expect(viewOf('#/in/x1/abc')).toEqual({ view: 'in', id: 'x1' });
  for (const wrong of ['#/set', '#/set/', '#/set/a-b', '#/nonsense', '#/in/12345678901234567']) expect(viewOf(wrong)).toEqual({ view: 'solve' });
  expect([puzzleIn('#abc'), puzzleIn('#/in/x1/abc'), puzzleIn('#/in/x1'), puzzleIn('#/sets'), puzzleIn('')]).toEqual(['abc', 'abc', null, null, null]);
  expect(isSame(viewOf('#/in/x1/abc'), viewOf('#/in/x1/d')) && !isSame(viewOf('#/in/x1'), viewOf('#/in/x2'))).toBe(true);
});

test('the puzzles of a set come in order, from the first that is not solved', async () => {
  const solver = new Solver();
  answers = [SET, puzzleOf('b2'), puzzleOf('c3'), { ...SET, puzzles: [inSet('a1', 'solved'), inSet('b2', 'solved'), inSet('c3', 'failed')] }];
  const first = solver.beginSet('set1', null);
  await vi.advanceTimersByTimeAsync(1000);
  await first;
  expect([solver.puzzle?.id, solver.place]).toEqual(['b2', 2]);
  const second = solver.next();
  await vi.advanceTimersByTimeAsync(1000);
  await second;
  expect([solver.puzzle?.id, solver.place]).toEqual(['c3', 3]);
  await solver.next();
  expect(solver.stage).toBe('none');
  expect(noticeOf(solver)).toBe('That was the last one: 2 of 3 solved.');
  solver.set = { ...SET, puzzles: [inSet('a1', 'solved')] };
  expect(noticeOf(solver)).toBe('All 1 solved. Well done.');
  expect(asked).toEqual(['GET /api/page/puzzle-sets/set1', 'GET /api/page/puzzles/b2', 'GET /api/page/puzzles/c3', 'GET /api/page/puzzle-sets/set1']);
});

test('a set is changed from the version that was seen', async () => {
  const open = new OpenSet('set1');
  answers = [{ ...SET, may_assign: false }];
  await open.load();
  answers = [{ ...SET, version: 4, may_assign: false }];
  await open.forward('c3');
  answers = [{ ...SET, version: 5, may_assign: false }];
  await open.remove('a1');
  expect(asked.slice(1)).toEqual([
    'POST /api/page/puzzle-sets/set1 {"seen":3,"puzzles":["a1","c3","b2"]}',
    'POST /api/page/puzzle-sets/set1 {"seen":4,"puzzles":["b2","c3"]}',
  ]);
});

test('a set is given to the class until the end of a day, and then there are results', async () => {
  const open = new OpenSet('set1');
  answers = [SET];
  await open.load();
  expect(open.results).toBe(null);
  answers = [{ ...SET, due: 5, version: 4 }, { pupils: [] }];
  await open.assign('2026-12-01');
  const due = new Date('2026-12-01T23:59:59').getTime();
  expect(asked.slice(1)).toEqual([`POST /api/page/puzzle-sets/set1/assign {"seen":3,"due":${due}}`, 'GET /api/page/puzzle-sets/set1/results']);
  expect(open.results).toEqual({ pupils: [] });
  expect([endOfDay('nonsense'), dayOf(due)]).toEqual([null, '2026-12-01']);
});

test('a puzzle is added once', async () => {
  answers = [SET, SET, SET];
  await addTo('set1', 'b2');
  expect(asked).toHaveLength(1);
  await addTo('set1', 'd4');
  expect(asked[2]).toBe('POST /api/page/puzzle-sets/set1 {"seen":3,"puzzles":["a1","b2","c3","d4"]}');
});

test('a page has six diagrams, and solutions stand on pages of their own', () => {
  const diagrams = Array.from({ length: 13 }, (_, at) => ({ id: `p${at}`, fen: FEN, side: 'white' as const, words: [] }));
  const pages = pagesOf({ head: ['Name', 'Date'], diagrams });
  expect(pages.map(({ page, pages: all, first, diagrams: { length } }) => [page, all, first, length])).toEqual([
    [1, 3, 1, 6],
    [2, 3, 7, 6],
    [3, 3, 13, 1],
  ]);
  expect(pages.flatMap((page) => page.diagrams)).toEqual(diagrams);
  expect(pagesOf({ head: ['', ''], diagrams: [] })).toHaveLength(1);
  const lines = (count: number) => Array.from({ length: count }, (_, at) => `move ${at}`);
  const told = (pages: ReturnType<typeof solutionPages>) => pages.map((groups) => groups.map(({ title, first, lines: { length } }) => `${title}${first}+${length}`));
  expect(told(solutionPages([{ title: '', lines: lines(60) }]))).toEqual([['1+30'], ['31+30']]);
  const pupils = Array.from({ length: 8 }, (_, at) => ({ title: `Sheet ${at}: `, lines: lines(3) }));
  const two = told(solutionPages(pupils));
  expect(two.map(({ length }) => length)).toEqual([6, 2]);
  expect(two.flat().every((group) => group.endsWith(': 1+3'))).toBe(true);
  expect(solutionPages([])).toEqual([]);
});

test('moves on paper have figures', () => {
  expect(withFigures('1. Nf6+ Kg7 2. Nxd7 / exd8=Q')).toBe('1. ♘f6+ ♔g7 2. ♘xd7 / exd8=♕');
});

test('paper names the last move where it may be taken en passant, and counts any mate', () => {
  const onPaper = (fen: string, solution: string) => ({ id: 'a1', fen, solver: 'white' as const, solution });
  const passed = onPaper('4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2', '1. exd6');
  expect([wordsOn(passed), solutionOf(passed)]).toEqual([[t.puzzles.sets.lastMove('d5')], '1. exd6']);
  expect(wordsOn(onPaper('4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 2', ''))).toEqual([t.puzzles.sets.lastMove('d4')]);
  const mate = onPaper(FEN, '1. Rd8#');
  expect([wordsOn(mate), solutionOf(mate)]).toEqual([[], `1. ♖d8# (${t.puzzles.sets.anyMate})`]);
});
