// SPDX-License-Identifier: AGPL-3.0-or-later
// What the standings say on a press: why somebody is above somebody else, and how a tie-break comes about. And the crosstable.
import { flushSync, mount, tick, unmount } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';
import Crosstable from '../src/events/Crosstable.svelte';
import { EventState } from '../src/events/event.svelte';
import StandingsTable from '../src/events/StandingsTable.svelte';
import { languages, t } from '../src/locale';
import type { EventView } from '../src/platform/protocol';

const NAMES = ['Ann', 'Bo', 'Cid'];
const line = (entrant: number, rank: number, points: number, values: string[], cells: string[] = []) => ({ rank, entrant, number: entrant, points, values, cells });
const view = (more: object = {}): EventView =>
  ({
    id: '00000007',
    number: 3,
    me: null,
    facts: { name: 'Friday', format: { kind: 'swiss', rounds: 3 }, arena: null, teams: null, tie_breaks: ['DE', 'BH/C1'], may_organise: false, stage: 'running' },
    entrants: NAMES.map((name, place) => ({ id: place + 1, name, presence: 'present', team: null })),
    rounds: [{ stage: 'started', boards: [], byes: [], half_byes: [] }],
    standings: [line(2, 1, 20, ['0.0', '3.5']), line(1, 2, 20, ['0.0', '3.0']), line(3, 3, 10, ['0.0', '2.0'])],
    ...more,
  }) as unknown as EventView;

let app: ReturnType<typeof mount> | undefined;
afterEach(async () => {
  if (app) await unmount(app);
  app = undefined;
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

async function show(part: typeof StandingsTable | typeof Crosstable, shown: EventView, answer: unknown = {}) {
  await languages.need('events');
  const fetch = vi.fn(async (..._: unknown[]) => new Response(JSON.stringify(answer), { headers: { 'content-type': 'application/json' } }));
  vi.stubGlobal('fetch', fetch);
  const event = new EventState('00000007');
  vi.spyOn(event, 'entrant').mockImplementation((id) => shown.entrants[id - 1]);
  app = mount(part, { target: document.body, props: { event, view: shown } });
  flushSync();
  return fetch;
}

const press = (name: string, place = 0) => {
  [...document.querySelectorAll('button')].filter((one) => one.getAttribute('aria-label')?.includes(name))[place]?.click();
  flushSync();
};
const rows = () => [...document.querySelectorAll('dialog tr')].map((row) => [...row.children].map((cell) => cell.textContent?.trim()));

test('whoever does not play compares two players by pressing the points of both', async () => {
  await show(StandingsTable, view());
  press(t.events.compareRow, 1);
  expect(document.querySelector('[role=status]')?.textContent).toBe(t.events.compareWith('Ann'));
  press(t.events.compareRow, 0);
  expect(document.querySelector('dialog')?.textContent).toContain('Why is Ann below Bo?');
  expect(rows().slice(1)).toEqual([
    ['Points', '2', '2'],
    ['Direct encounter', '0.0', '0.0'],
    ['Buchholz, lowest score cut', '3.0', '3.5'],
  ]);
});

test('a press on the chosen one chooses nobody', async () => {
  await show(StandingsTable, view());
  press(t.events.compareRow, 1);
  press(t.events.compareRow, 1);
  expect(document.querySelector('[role=status]')?.textContent).toBe('');
  expect(document.querySelector('dialog')).toBeNull();
});

test('a player compares with themselves at once', async () => {
  await show(StandingsTable, view({ me: 1 }));
  press(t.events.compare, 0);
  expect(document.querySelector('dialog')?.textContent).toContain('Why am I below Bo?');
});

test('where only the points differ it is said who has more', async () => {
  await show(StandingsTable, view({ me: 3 }));
  press(t.events.compare, 0);
  expect(document.querySelector('dialog p')?.textContent).toBe('Bo has more points.');
});

test('whoever shares a place is not below', async () => {
  await show(StandingsTable, view({ me: 1, standings: [line(2, 1, 20, ['0.0', '3.0']), line(1, 1, 20, ['0.0', '3.0']), line(3, 3, 10, ['0.0', '2.0'])] }));
  press(t.events.compare, 0);
  expect(document.querySelector('dialog')?.textContent).toContain('Why do I share a place with Bo?');
});

test('a tie-break says what each round adds, what is cut, and where a dummy stands for the opponent', async () => {
  const part = { round: 1, opponent: 2, theirs: '1.0', own: null, value: '1.0', counts: false, unplayed: false };
  const parts = [part, { ...part, round: 2, opponent: null, theirs: '2.0', value: '2.0', counts: true, unplayed: true }];
  const fetch = await show(StandingsTable, view(), { parts });
  press(t.events.working.open('BH/C1'), 1);
  await vi.waitFor(() => expect(rows().length).toBe(4));
  expect(String(fetch.mock.calls[0]?.[0])).toContain('/working/1/1');
  expect(rows().slice(1)).toEqual([
    ['1', 'Bo', '1.0', '1.0 cut'],
    ['2', 'no opponent', '2.0', '2.0'],
    ['Value', '3.0'],
  ]);
  expect(document.querySelector('dialog')?.textContent).toContain(t.events.working.dummy);
});

test('a direct encounter that decides nothing says so', async () => {
  await show(StandingsTable, view(), { parts: [] });
  press(t.events.working.open('DE'));
  await vi.waitFor(() => expect(document.querySelector('dialog')?.textContent).toContain(t.events.working.direct));
});

test('columns that are no tie-breaks of FIDE have their names, and no working', async () => {
  const facts = { ...view().facts, format: { kind: 'keizer', rounds: 5 }, tie_breaks: ['VALUE'] };
  await show(StandingsTable, view({ facts, standings: [line(1, 1, 320, ['32']), line(2, 2, 310, ['31'])] }));
  expect([...document.querySelectorAll('th')].at(-1)?.textContent).toBe('Value');
  press(t.events.working.open('VALUE'));
  await tick();
  expect(document.querySelector('dialog')).toBeNull();
});

test('the crosstable numbers its rounds, and has nothing of whoever is out of a knockout', async () => {
  const cells = (kind: string) => {
    const facts = { ...view().facts, format: { kind, games: 1 }, tie_breaks: [] };
    return show(Crosstable, view({ facts, standings: [line(1, 1, 10, [], ['2w1', '3b']), line(2, 2, 0, [], ['1b0', '−'])] }));
  };
  const texts = (of: string) => [...document.querySelectorAll(`${of} .cell`)].map((cell) => cell.textContent);
  await cells('knock_out');
  expect(texts('.head')).toEqual(['1', '2']);
  expect(texts('li')).toEqual(['2w1', '3b', '1b0', '']);
  if (app) await unmount(app);
  document.body.replaceChildren();
  await cells('swiss');
  expect(texts('li')).toEqual(['2w1', '3b', '1b0', '−']);
});
