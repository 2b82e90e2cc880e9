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
  return { game, lesson: new Lesson(game, 'white', [mistake(2, 'g1f3'), mistake(0, 'd2d4')], () => engine) };
}

test('the opponent’s last move was not marked on the board of a lesson', async () => {
  const { lesson } = await begin();
  expect(lesson.lastMove).toEqual(['e7', 'e5']);
  await lesson.board.make('b1c3');
  expect(lesson.lastMove).toEqual(['b1', 'c3']);
  lesson.hear({ kind: 'next' });
  expect(lesson.lastMove, 'nothing was played before the first move').toBeNull();
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

test('the keyboard went to a lesson that was closed before its part of the page had come', async () => {
  const { game, lesson } = await begin();
  const panel = new EnginePanel(game, () => engine, new OwnGames(HAND_RULES, ''));
  const now = new SvelteMap<string, Lesson | null>([['lesson', lesson]]);
  const props = {
    ...{ analysis: game, panel, near: 'white' as const, practice: null, title: 'Learn from your mistakes', player: null, first: 'white' as const, number: 1, onclose: () => undefined },
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
