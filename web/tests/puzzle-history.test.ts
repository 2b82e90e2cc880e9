// SPDX-License-Identifier: AGPL-3.0-or-later
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';
import { languages } from '../src/locale';
import type { PuzzleHistory } from '../src/platform/protocol';
import History from '../src/puzzles/History.svelte';
import { Solver } from '../src/puzzles/solver.svelte';

const HISTORY: PuzzleHistory = {
  tried: [
    {
      id: 'a1',
      first: 'solved',
      last: 'solved',
      at: 0,
      change: 9,
      rating: { points: 1200, provisional: false },
      fen: '6k1/3q1p1p/8/3N4/8/8/5PPP/6K1 w - - 1 2',
      themes: ['fork', 'endgame'],
    },
    { id: 'b2', first: 'hinted', last: 'failed', at: 0, change: null, rating: null, fen: null, themes: [] },
  ],
  before: null,
};

afterEach(() => vi.unstubAllGlobals());

test('a puzzle that was tried shows its position, its themes, and what it has cost', async () => {
  await languages.need('puzzles');
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify(HISTORY))));
  const shown = mount(History, { target: document.body, props: { solver: new Solver() } });
  const details = document.querySelector('details');
  if (details) details.open = true;
  await vi.waitFor(() => (flushSync(), expect(document.querySelectorAll('li')).toHaveLength(2)));
  const [row, gone] = document.querySelectorAll('li');
  expect([row?.querySelectorAll('.mini piece').length, gone?.querySelector('.mini')]).toEqual([9, null]);
  expect(row?.textContent).toContain('Fork · Endgame');
  expect(row?.querySelector('.muted')?.textContent).toMatch(/\S · 1200 · \S/);
  expect(gone?.querySelector('.end')?.textContent).toBe('Not solved, with a hint');
  expect(gone?.querySelector('.muted')?.textContent).not.toContain('·');
  void unmount(shown);
});
