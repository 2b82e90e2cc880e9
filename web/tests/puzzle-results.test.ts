// SPDX-License-Identifier: AGPL-3.0-or-later
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { languages, t } from '../src/locale';
import type { PuzzleEnd, PuzzleSetResults, PuzzleSetView } from '../src/platform/protocol';
import { wentOf } from '../src/puzzles/went';
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
/** A hint and a solution that was seen are no tries. */
const attempt = (first: PuzzleEnd, last: PuzzleEnd) => ({ first, last, tries: [first, last].some((end) => end === 'solved' || end === 'failed') ? 1 : 0 });
const RESULTS: PuzzleSetResults = {
  pupils: [
    { name: 'cara', real_name: null, attempts: [attempt('solved', 'solved'), attempt('failed', 'solved'), attempt('hinted', 'solved'), attempt('shown', 'solved'), attempt('failed', 'failed'), attempt('hinted', 'hinted'), attempt('shown', 'shown'), null] },
  ],
};

let shown: object | undefined;

beforeEach(() => languages.speak('en'));

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
  expect(marks).toEqual(['✓', '(✓)', '✓◐', '✓○', '✗', '◐', '○', '–']);
  for (const tag of ['de', 'fr', 'es', 'en'] as const) {
    await languages.speak(tag);
    expect(t.puzzles.sets.legend.split(' · ').map((sign) => sign.split(' ')[0])).toEqual(marks);
  }
});

test('a hint and a solution that was seen are told apart, also where the puzzle was solved later', async () => {
  await open(true);
  const said = [...document.querySelectorAll('ul > li ol li')].map((cell) => cell.getAttribute('title'));
  expect(said.slice(1)).toEqual([
    'Puzzle 2: Failed first, solved later, 1 try',
    'Puzzle 3: Solved with a hint, 1 try',
    'Puzzle 4: Solution seen, then solved, 1 try',
    'Puzzle 5: Failed, 1 try',
    'Puzzle 6: Hint taken',
    'Puzzle 7: Solution seen',
    'Puzzle 8: not tried since you assigned it',
  ]);
  for (const tag of ['de', 'fr', 'es', 'en'] as const) {
    await languages.speak(tag);
    expect(new Set(Object.values(t.puzzles.ends)).size, tag).toBe(4);
  }
});

test('every course of a puzzle has words of its own in every language', async () => {
  await languages.need('puzzles');
  const ends: PuzzleEnd[] = ['solved', 'failed', 'hinted', 'shown'];
  for (const tag of ['de', 'fr', 'es', 'en'] as const) {
    await languages.speak(tag);
    const said = ends.flatMap((first) => ends.map((last) => wentOf(first, last)));
    expect(new Set(said).size, tag).toBe(16);
  }
});

test('a set is taken back only after a question that says what is lost', async () => {
  const sent: string[] = [];
  await open(true);
  const before = fetch;
  vi.stubGlobal('fetch', (path: string, init?: RequestInit) => {
    sent.push(`${init?.method ?? 'GET'} ${path}`);
    return init?.method === 'POST' ? Promise.resolve(new Response(JSON.stringify({ ...set(true), due: null }))) : before(path);
  });
  const button = (name: string) => [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name);
  button('Unassign')?.click();
  flushSync();
  expect(sent).toEqual([]);
  expect(document.body.textContent).toContain('If you assign it again, the results start from then.');
  button('Keep it')?.click();
  flushSync();
  expect(button('Unassign this set')).toBe(undefined);
  button('Unassign')?.click();
  flushSync();
  button('Unassign this set')?.click();
  await vi.waitFor(() => (flushSync(), expect(button('Assign')).not.toBe(undefined)));
  expect(sent).toEqual(['POST /api/page/puzzle-sets/s1/assign']);
  expect(document.body.textContent, 'it is not assigned').not.toContain('find it on their puzzle page');
});

test('a teacher’s own tries do not stand with those of the class', async () => {
  const said = () => document.querySelector('.diagrams .muted')?.textContent;
  await open(true);
  expect(said()).not.toContain('Failed');
  if (shown) await unmount(shown);
  await open(false);
  expect(said(), 'a player’s own set').toContain('Failed');
});
