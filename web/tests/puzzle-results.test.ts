// SPDX-License-Identifier: AGPL-3.0-or-later
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';
import { languages, t } from '../src/locale';
import type { PuzzleEnd, PuzzleSetResults, PuzzleSetView } from '../src/platform/protocol';
import SetView from '../src/puzzles/sets/SetView.svelte';

const FEN = '6k1/3q1p1p/8/3N4/8/8/5PPP/6K1 w - - 1 2';
const set = (may_assign: boolean): PuzzleSetView => ({
  id: 's1',
  name: 'Forks',
  due: may_assign ? 1 : null,
  version: 1,
  is_own: true,
  may_assign,
  puzzles: [{ id: 'p1', fen: FEN, solver: 'white', rating: { points: 1200, provisional: false }, last: 'failed', played: null }],
});
const attempt = (first: PuzzleEnd, last: PuzzleEnd) => ({ first, last, tries: 1 });
const RESULTS: PuzzleSetResults = {
  pupils: [
    { name: 'cara', real_name: null, attempts: [attempt('solved', 'solved'), attempt('failed', 'solved'), attempt('failed', 'failed'), attempt('hinted', 'hinted'), attempt('shown', 'shown'), null] },
    { name: 'dora', real_name: null, attempts: [attempt('hinted', 'solved'), attempt('shown', 'solved'), null, null, null, null] },
  ],
};

let shown: object | undefined;

afterEach(async () => {
  if (shown) await unmount(shown);
  shown = undefined;
  vi.unstubAllGlobals();
});

/** The signs of each pupil. */
const marksOf = () => [...document.querySelectorAll('section ul > li')].map((row) => [...row.querySelectorAll('ol li > span:nth-child(2)')].map((mark) => mark.textContent));

async function open(may_assign: boolean): Promise<void> {
  await languages.need('puzzles');
  vi.stubGlobal('fetch', (path: string) => Promise.resolve(new Response(JSON.stringify(path.endsWith('/results') ? RESULTS : set(may_assign)))));
  shown = mount(SetView, { target: document.body, props: { id: 's1' } });
  await vi.waitFor(() => (flushSync(), expect(document.querySelector('.diagrams li')).not.toBe(null)));
}

test('the legend of the results names every sign in every language', async () => {
  await open(true);
  const [marks = []] = marksOf();
  expect(marks).toEqual(['✓', '(✓)', '✗', '◐', '○', '–']);
  for (const tag of ['de', 'fr', 'es', 'en'] as const) {
    await languages.speak(tag);
    expect(t.puzzles.sets.legend.split(' · ').map((sign) => sign.split(' ')[0])).toEqual(marks);
  }
});

test('a hint and a solution that was seen are told apart, also where the puzzle was solved later', async () => {
  await open(true);
  expect(marksOf()[1]?.slice(0, 2)).toEqual(['✓◐', '✓○']);
  const said = [...document.querySelectorAll('ul > li')].map((row) => [...row.querySelectorAll('ol li')].map((cell) => cell.getAttribute('title')));
  expect(said[0]?.slice(3, 5)).toEqual(['Puzzle 4: With a hint, 1 try', 'Puzzle 5: Solution seen, 1 try']);
  expect(said[1]?.slice(0, 2)).toEqual(['Puzzle 1: With a hint · Solved, 1 try', 'Puzzle 2: Solution seen · Solved, 1 try']);
  for (const tag of ['de', 'fr', 'es', 'en'] as const) {
    await languages.speak(tag);
    expect(new Set(Object.values(t.puzzles.ends)).size, tag).toBe(4);
  }
});

test('a teacher’s own tries do not stand with those of the class', async () => {
  const said = () => document.querySelector('.diagrams .muted')?.textContent;
  await open(true);
  expect(said()).not.toContain('Failed');
  if (shown) await unmount(shown);
  await open(false);
  expect(said(), 'a player’s own set').toContain('Failed');
});
