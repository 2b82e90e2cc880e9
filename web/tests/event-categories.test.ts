// SPDX-License-Identifier: AGPL-3.0-or-later
// The standings of a category of prizes.
import { createRawSnippet, flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';
import Categories from '../src/events/Categories.svelte';
import { EventState } from '../src/events/event.svelte';
import { languages, t } from '../src/locale';
import type { EventView } from '../src/platform/protocol';

const NAMES = ['Ann', 'Bo', 'Cid'];
const view = (...categories: string[]): EventView =>
  ({ id: '00000007', number: 3, me: 3, facts: { categories }, standings: NAMES.map((_, place) => ({ rank: place + 1, entrant: place + 1, number: place + 1, points: 30 - 10 * place, values: [], cells: [] })) }) as unknown as EventView;
const all = createRawSnippet(() => ({ render: () => '<p>all of them</p>' }));

let app: ReturnType<typeof mount> | undefined;
afterEach(async () => {
  if (app) await unmount(app);
  app = undefined;
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

async function show(shown: EventView) {
  await languages.need('events');
  const standings = [{ rank: 1, entrant: 2 }, { rank: 2, entrant: 3 }];
  const body = JSON.stringify({ categories: [{ name: 'Juniors', awards: [], standings }, { name: 'Women', awards: [], standings: [] }] });
  vi.stubGlobal('fetch', async () => new Response(body, { headers: { 'content-type': 'application/json' } }));
  const event = new EventState('00000007');
  vi.spyOn(event, 'entrant').mockImplementation((id) => ({ id, name: NAMES[id - 1], title: '', presence: 'present' }) as never);
  app = mount(Categories, { target: document.body, props: { event, view: shown, children: all } });
  flushSync();
}

function choose(name: string) {
  const select = document.querySelector('select')!;
  select.value = name;
  select.dispatchEvent(new Event('change', { bubbles: true }));
  flushSync();
}

test('without categories there is nothing to choose', async () => {
  await show(view());
  expect([document.querySelector('select'), document.body.textContent?.trim()]).toEqual([null, 'all of them']);
});

test('a category has its ranks and the points of all, and one press leads back', async () => {
  await show(view('Juniors', 'Women'));
  expect(document.body.textContent).toContain('all of them');
  choose('Juniors');
  await vi.waitFor(() => expect(document.querySelectorAll('tbody tr')).toHaveLength(2));
  expect([...document.querySelectorAll('tbody tr')].map((row) => [...row.children].map((cell) => cell.textContent?.trim()))).toEqual([['1', 'Bo', '2'], ['2', 'Cid', '1']]);
  expect(document.querySelector('.own')?.textContent).toContain('Cid');
  expect(document.body.textContent).not.toContain('all of them');
  choose('');
  expect(document.body.textContent).toContain('all of them');
});

test('a category that nobody is in says so', async () => {
  await show(view('Women'));
  choose('Women');
  await vi.waitFor(() => expect(document.body.textContent).toContain(t.events.noPlayers));
});
