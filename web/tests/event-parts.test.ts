// SPDX-License-Identifier: AGPL-3.0-or-later
// What an event's page shows before its first round, and of a pairing.
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';
import ArbiterPage from '../src/events/arbiter/ArbiterPage.svelte';
import CheckIn from '../src/events/arbiter/CheckIn.svelte';
import Results from '../src/events/arbiter/Results.svelte';
import { EventState } from '../src/events/event.svelte';
import StandingsTable from '../src/events/StandingsTable.svelte';
import { languages, t } from '../src/locale';
import type { EventView } from '../src/platform/protocol';

const entrant = (id: number, name: string) => ({ id, name, has_account: false, title: '', rating: 2000 - id, federation: '', club: '', over_the_board: true, presence: 'present', playing: null, desk: { present: false, paid: false, out: false, account: 'none', claim_until: null } });
const line = (number: number, entrant: number) => ({ rank: 1, entrant, number, points: 0, values: ['0'], cells: [] });
const board = (outcome: string | null) => ({ white: 1, black: 2, games: [{ turned: false, game: null, outcome, typed: null }], online: false, left: false, postponed: false, table: null });
const facts = { name: 'Friday', format: { kind: 'swiss', rounds: 3 }, arena: null, tie_breaks: ['BH'], may_organise: true, check_in: { closed: false, closes: null }, player_results: false, table_codes: 0, short_names: false, stage: 'announced' };
const view = (more: object): EventView => ({ id: '00000007', number: 3, facts, me: null, entrants: [entrant(1, 'Ann'), entrant(2, 'Bo')], rounds: [], standings: [line(2, 2), line(1, 1)], ...more }) as unknown as EventView;

let app: ReturnType<typeof mount> | undefined;
afterEach(async () => {
  if (app) await unmount(app);
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

async function show(part: typeof StandingsTable | typeof Results | typeof CheckIn, shown: EventView) {
  await languages.need('events');
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  const event = new EventState('00000007');
  vi.spyOn(event, 'entrant').mockImplementation((id) => shown.entrants[id - 1]);
  app = mount(part, { target: document.body, props: { event, view: shown } });
  flushSync();
}
const cells = () => [...document.querySelectorAll('tbody tr')].map((row) => [...row.children].map((cell) => cell.textContent?.trim().split(/\s/)[0]));

test('before the first round the players stand in the order of their numbers, without places and points', async () => {
  await show(StandingsTable, view({ rounds: [{ stage: 'draft', boards: [], byes: [], half_byes: [] }] }));
  expect(document.querySelector('table')?.getAttribute('aria-label')).toBe(t.events.startingList);
  expect(cells()).toEqual([
    ['1', 'Ann'],
    ['2', 'Bo'],
  ]);
});

test('after it they stand by their places', async () => {
  await show(StandingsTable, view({ rounds: [{ stage: 'started', boards: [], byes: [], half_byes: [] }] }));
  expect(cells()).toEqual([
    ['1', 'Bo', '0', '0'],
    ['1', 'Ann', '0', '0'],
  ]);
});

test('results are typed at once: the first board without one is chosen', async () => {
  await show(Results, view({ rounds: [{ stage: 'started', boards: [board('1-0'), board(null)], byes: [], half_byes: [] }] }));
  expect(document.activeElement).toBeInstanceOf(HTMLInputElement);
  expect((document.activeElement as HTMLInputElement).value).toBe('2');
});

test('an event without players says so, and does not speak of a name', async () => {
  await show(CheckIn, view({ entrants: [], standings: [] }));
  expect(document.body.textContent).toContain(t.events.arbiter.checkIn.empty);
  expect(document.body.textContent).not.toContain(t.events.arbiter.checkIn.nobody);
});

test('on a phone the parts of the desk stand behind one button, so that the field of a result is in view', async () => {
  await languages.need('events');
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  const shown = view({ rounds: [{ stage: 'started', boards: [board(null)], byes: [], half_byes: [] }] });
  const event = new EventState('00000007');
  vi.spyOn(event, 'entrant').mockImplementation((id) => shown.entrants[id - 1]);
  app = mount(ArbiterPage, { target: document.body, props: { event, view: { ...shown, facts: { ...shown.facts, helpers: [], next_start: null } }, part: 'results', code: '' } });
  flushSync();
  const button = [...document.querySelectorAll('button')].find((one) => one.textContent === t.events.arbiter.parts.results);
  const nav = document.getElementById(button?.getAttribute('aria-controls') ?? '');
  expect([button?.getAttribute('aria-expanded'), nav?.classList.contains('shown')]).toEqual(['false', false]);
  button?.click();
  flushSync();
  expect([button?.getAttribute('aria-expanded'), nav?.classList.contains('shown')]).toEqual(['true', true]);
});

test('the list of the check-in says how many players stand below what is seen of it', async () => {
  // A row is 44 pixels high, and five of them are seen.
  const sizes = { offsetTop: (row: HTMLElement) => (row.tagName === 'LI' ? 44 * [...row.parentElement!.children].indexOf(row) : 0), offsetHeight: () => 44, clientHeight: (list: HTMLElement) => (list.tagName === 'UL' ? 220 : 44) };
  const own = Object.keys(sizes).map((name) => [name, Object.getOwnPropertyDescriptor(HTMLElement.prototype, name)] as const);
  for (const [name, size] of Object.entries(sizes)) {
    Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get(this: HTMLElement) { return size(this); } });
  }
  try {
    await show(CheckIn, view({ entrants: Array.from({ length: 12 }, (_, at) => entrant(at + 1, `Player ${at + 1}`)) }));
    const below = () => document.querySelector<HTMLElement>('.below:not(.none)')?.textContent ?? '';
    expect(below()).toBe('7 more below');
    const list = document.querySelector('ul')!;
    list.scrollTop = 44 * 4;
    list.dispatchEvent(new Event('scroll'));
    flushSync();
    expect(below()).toBe('3 more below');
    list.scrollTop = 44 * 7;
    list.dispatchEvent(new Event('scroll'));
    flushSync();
    expect(below()).toBe('');
  } finally {
    for (const [name, usual] of own) {
      if (usual) Object.defineProperty(HTMLElement.prototype, name, usual);
      else Reflect.deleteProperty(HTMLElement.prototype, name);
    }
  }
});
