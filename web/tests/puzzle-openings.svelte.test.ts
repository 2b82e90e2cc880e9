// SPDX-License-Identifier: AGPL-3.0-or-later
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { languages } from '../src/locale';
import OpeningChoice from '../src/puzzles/OpeningChoice.svelte';
import { familiesOf, familyOf, variationsOf } from '../src/puzzles/openings';
import { Solver } from '../src/puzzles/solver.svelte';

const OPENINGS = ['Caro-Kann_Defense', 'Kings_Pawn_Game', 'Kings_Pawn_Game_Leonardis_Variation', 'Sicilian_Defense', 'Sicilian_Defense_Najdorf', 'Sicilian_Defense_Dragon'];

let shown: object | undefined;

beforeEach(async () => {
  await languages.need('puzzles');
  await languages.need('puzzleOpenings');
});

afterEach(async () => {
  if (shown) await unmount(shown);
  shown = undefined;
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

test('openings are families and their variations', () => {
  const families = familiesOf(OPENINGS);
  expect(families.map(({ name }) => name)).toEqual(['Caro-Kann Defense', 'King’s Pawn Game', 'Sicilian Defense']);
  expect(variationsOf(OPENINGS, 'Sicilian_Defense').map(({ name }) => name)).toEqual(['Dragon', 'Najdorf']);
  expect(variationsOf(OPENINGS, 'Caro-Kann_Defense')).toEqual([]);
  const names = familiesOf(['Petrovs_Defense', 'Bishops_Opening', 'Four_Knights_Game']).map(({ name }) => name);
  expect(names).toEqual(['Bishop’s Opening', 'Four Knights Game', 'Petrov’s Defense']);
  expect(['Sicilian_Defense_Dragon', 'Caro-Kann_Defense', '', 'Dutch'].map((chosen) => familyOf(families, chosen))).toEqual([
    'Sicilian_Defense',
    'Caro-Kann_Defense',
    '',
    '',
  ]);
});

test('where no puzzle has an opening, there is nothing to choose', () => {
  shown = mount(OpeningChoice, { target: document.body, props: { openings: [], chosen: '' } });
  expect(document.querySelector('select')).toBeNull();
});

test('it says so where some openings are not told', () => {
  shown = mount(OpeningChoice, { target: document.body, props: { openings: OPENINGS, isCut: true, chosen: '' } });
  expect(document.body.textContent).toContain(`These are the first ${OPENINGS.length} by name.`);
});

test('a family is chosen, then one of its variations', () => {
  const props = $state({ openings: OPENINGS, chosen: '' });
  shown = mount(OpeningChoice, { target: document.body, props });
  const choose = (at: number, value: string) => {
    const select = document.querySelectorAll('select')[at];
    if (!select) throw new Error('no choice');
    select.value = value;
    select.dispatchEvent(new Event('change', { bubbles: true }));
    flushSync();
  };
  expect(document.querySelectorAll('select')).toHaveLength(1);
  choose(0, 'Sicilian_Defense');
  expect([props.chosen, document.querySelectorAll('select').length]).toEqual(['Sicilian_Defense', 2]);
  choose(1, 'Sicilian_Defense_Dragon');
  expect(props.chosen).toBe('Sicilian_Defense_Dragon');
  choose(0, '');
  expect([props.chosen, document.querySelectorAll('select').length]).toEqual(['', 1]);
});

test('the next puzzle is asked for with its themes and its opening', async () => {
  // What this browser has seen is left out.
  localStorage.clear();
  const asked: string[] = [];
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(path);
    return Promise.resolve(new Response(JSON.stringify({ puzzle: null, player: null })));
  });
  const solver = new Solver();
  solver.wish = { themes: ['fork', 'pin'], opening: 'Sicilian_Defense', shift: 1 };
  await solver.next();
  expect(asked).toEqual(['/api/page/puzzles?themes=fork%2Cpin&openings=Sicilian_Defense&shift=1&again=true']);
});
