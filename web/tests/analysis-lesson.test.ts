// SPDX-License-Identifier: AGPL-3.0-or-later
// What a lesson shows on its board, and where the keyboard is when it begins.
import { flushSync, mount, tick, unmount } from 'svelte';
import { SvelteMap } from 'svelte/reactivity';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Analysis } from '../src/analysis/analysis.svelte';
import Beside from '../src/analysis/Beside.svelte';
import { Lesson } from '../src/analysis/lesson.svelte';
import { OwnGames } from '../src/analysis/own.svelte';
import { EnginePanel } from '../src/analysis/panel.svelte';
import type { Engine } from '../src/analysis/ports';
import { noticeOf } from '../src/analysis/notice';
import { pathTo } from '../src/analysis/tree';
import type { Mistake } from '../src/analysis/report/learn';
import { languages } from '../src/locale';
import { HAND_RULES } from './analysis-support';

let shown: object | null = null;

beforeEach(async () => {
  await Promise.all([languages.need('report'), languages.need('analysis')]);
});
afterEach(async () => {
  if (shown) await unmount(shown);
  shown = null;
  document.body.replaceChildren();
  localStorage.clear();
});

const engine: Engine = { start: () => undefined, stop: () => undefined, close: () => undefined, choose: () => Promise.resolve({ uci: null }) };
const named = (uci: string) => ({ uci, san: uci });
const mistake = (before: number, better: string): Mistake => ({ before, played: named('a2a3'), judgement: 'mistake', reason: null, better: [named(better)] });

/** A lesson about two of White's moves in a game that began 1. e4 e5: the third half-move, and the first. */
async function begin() {
  const game = new Analysis(HAND_RULES);
  game.begin(game.tree);
  for (const move of ['e2e4', 'e7e5']) await game.make(move);
  game.begin({ ...game.tree, played: [1, 2] }, 2);
  const played = pathTo(game.tree, 2);
  const made = (nodes = 1_000, mistakes = [mistake(2, 'g1f3'), mistake(0, 'd2d4')]) => new Lesson(game, played, 'white', mistakes, nodes, () => engine);
  return { game, made, lesson: made() };
}

test('the opponent’s last move was not marked on the board of a lesson', async () => {
  const { lesson } = await begin();
  expect(lesson.board.lastMove).toEqual(['e7', 'e5']);
  await lesson.board.make('b1c3');
  expect(lesson.board.lastMove).toEqual(['b1', 'c3']);
  lesson.hear({ kind: 'next' });
  expect(lesson.board.lastMove, 'nothing was played before the first move').toBeNull();
});

test('the squares that a hint names are ringed, in its position alone', async () => {
  const { lesson } = await begin();
  expect(lesson.hintSquares).toEqual([]);
  lesson.hear({ kind: 'hint' });
  expect(lesson.hintSquares).toEqual(['g1']);
  lesson.hear({ kind: 'hint' });
  expect(lesson.hintSquares).toEqual(['g1', 'f3']);
  await lesson.board.make('b1c3');
  expect(lesson.hintSquares).toEqual([]);
});

test('a lesson was dead after a move of the game had been deleted on the board', async () => {
  const { game, made } = await begin();
  game.remove(1);
  const lesson = made();
  expect(lesson.board.path.map(({ uci }) => uci), 'the game’s moves stand in the list').toEqual(['e2e4', 'e7e5']);
  expect(lesson.isYourTurn).toBe(true);
  await lesson.board.make('b1c3');
  lesson.follow();
  expect(lesson.learning.stage).toMatchObject({ kind: 'check', move: { uci: 'b1c3' } });
});

test('a lesson searched as many nodes as the usual server, not as its own', async () => {
  const { made } = await begin();
  const start = vi.spyOn(engine, 'start');
  const lesson = made(40_000);
  await lesson.board.make('b1c3');
  lesson.follow();
  await vi.waitFor(() => expect(start.mock.calls[0]?.[0].until).toEqual({ nodes: 40_000 }));
  start.mockRestore();
});

test('of a solution only the first move could be seen on the board', async () => {
  const { made } = await begin();
  const lesson = made(1_000, [{ ...mistake(2, 'g1f3'), better: [named('g1f3'), named('b8c6'), named('f1b5')] }]);
  lesson.hear({ kind: 'show' });
  await vi.waitFor(() => expect(lesson.board.path.map(({ uci }) => uci)).toEqual(['e2e4', 'e7e5', 'g1f3']));
  lesson.board.last();
  expect(lesson.board.path.map(({ uci }) => uci)).toEqual(['e2e4', 'e7e5', 'g1f3', 'b8c6', 'f1b5']);
  lesson.hear({ kind: 'again' });
  expect(lesson.isYourTurn).toBe(true);
  expect(lesson.board.node.children, 'the solution is not in the list any more').toEqual([]);
});

test('whoever is asked for a move is told so below the board, and where to make it', async () => {
  const { lesson } = await begin();
  const said = () => noticeOf(lesson.board, null, { white: 'Knut', black: 'Wolf' }, '', {}, lesson).text;
  await vi.waitFor(() => expect(lesson.board.placed).not.toBeNull());
  expect(said()).toBe('Your move.');
  lesson.board.previous();
  await vi.waitFor(() => expect(lesson.board.placed).not.toBeNull());
  expect(said()).toBe('You are looking back. Go on to the last move to play.');
  lesson.hear({ kind: 'hint' });
  expect(said(), 'a hint leads back to the question').toBe('Your move.');
});

test('the keyboard went to a lesson that was closed before its part of the page had come', async () => {
  const { game, lesson } = await begin();
  const panel = new EnginePanel(game, () => engine, new OwnGames(HAND_RULES, ''));
  const now = new SvelteMap<string, Lesson | null>([['lesson', lesson]]);
  const props = {
    ...{ analysis: game, panel, near: 'white' as const, practice: null, title: 'Learn from your mistakes', player: null, first: 'white' as const, number: 1, other: null, onother: () => undefined, onclose: () => undefined },
    get lesson() {
      return now.get('lesson') ?? null;
    },
  };
  const made = mount(Beside, { target: document.body, props });
  shown = made;
  flushSync();
  const place = document.querySelector('.far-area');
  expect([place?.getAttribute('role'), place?.getAttribute('aria-label')], 'it is named before its part has come').toEqual(['group', 'Learn from your mistakes']);
  const late = made.enter();
  now.set('lesson', null);
  flushSync();
  await late;
  expect(document.activeElement).toBe(document.body);

  now.set('lesson', lesson);
  await tick();
  await made.enter();
  expect(document.activeElement).toBe(place);
  await vi.waitFor(() => expect(document.querySelector('#lesson-said')?.textContent).toContain('You played 2. a2a3.'));
});
