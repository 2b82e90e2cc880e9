// SPDX-License-Identifier: AGPL-3.0-or-later
// What an event's page shows before its first round, and of a pairing.
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { START_FEN } from '../src/board/fen';
import ArbiterPage from '../src/events/arbiter/ArbiterPage.svelte';
import ClaimPage from '../src/events/arbiter/ClaimPage.svelte';
import PairManually from '../src/events/arbiter/PairManually.svelte';
import CheckIn from '../src/events/arbiter/CheckIn.svelte';
import Results from '../src/events/arbiter/Results.svelte';
import DeskParts from '../src/events/DeskParts.svelte';
import { EventState } from '../src/events/event.svelte';
import OrganiserBar from '../src/events/OrganiserBar.svelte';
import StandingsTable from '../src/events/StandingsTable.svelte';
import TypedGamePage from '../src/events/TypedGamePage.svelte';
import { SectionsState } from '../src/events/sections.svelte';
import { languages, t } from '../src/locale';
import { door } from '../src/people/door.svelte';
import { account } from '../src/platform/account.svelte';
import type { EventView } from '../src/platform/protocol';

const entrant = (id: number, name: string) => ({ id, name, has_account: false, title: '', rating: 2000 - id, federation: '', club: '', over_the_board: true, presence: 'present', playing: null, desk: { present: false, paid: false, out: false, account: 'none', claim_until: null } });
const line = (number: number, entrant: number) => ({ rank: 1, entrant, number, points: 0, values: ['0'], cells: [] });
const board = (outcome: string | null, number = 1) => ({ number, white: 1, black: 2, games: [{ turned: false, game: null, outcome, typed: null }], online: false, left: false, postponed: false, table: null });
const facts = { name: 'Friday', format: { kind: 'swiss', rounds: 3 }, arena: null, tie_breaks: ['BH'], may_organise: true, check_in: { closed: false, closes: null }, player_results: false, table_codes: 0, short_names: false, stage: 'announced' };
const view = (more: object): EventView => ({ id: '00000007', number: 3, facts, me: null, entrants: [entrant(1, 'Ann'), entrant(2, 'Bo')], rounds: [], standings: [line(2, 2), line(1, 1)], ...more }) as unknown as EventView;

let app: ReturnType<typeof mount> | undefined;
const gone = async () => {
  if (app) await unmount(app);
  app = undefined;
};
afterEach(async () => {
  await gone();
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

type Part = typeof StandingsTable | typeof Results | typeof CheckIn | typeof OrganiserBar | typeof PairManually | typeof ClaimPage;

async function show(part: Part, shown: EventView) {
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
  await show(Results, view({ rounds: [{ stage: 'started', boards: [board('1-0'), board(null, 2)], byes: [], half_byes: [] }] }));
  expect(document.activeElement).toBeInstanceOf(HTMLInputElement);
  expect((document.activeElement as HTMLInputElement).value).toBe('2');
});

test('a name has a title, because it may be cut', async () => {
  await show(StandingsTable, view({ entrants: [entrant(1, 'Wolfeschlegelsteinhausenbergerdorff, Hubert'), entrant(2, 'Bo')], rounds: [{ stage: 'started', boards: [], byes: [], half_byes: [] }] }));
  expect(document.querySelector('.person bdi[title="Hubert Wolfeschlegelsteinhausenbergerdorff"]')).not.toBeNull();
});

test('tie-breaks stand below the names on a press, where a phone has no columns of them', async () => {
  await show(StandingsTable, view({ rounds: [{ stage: 'started', boards: [], byes: [], half_byes: [] }] }));
  const button = [...document.querySelectorAll('button')].find((one) => one.textContent === t.events.tieBreaksTitle);
  expect([button?.getAttribute('aria-pressed'), document.querySelectorAll('dl').length]).toEqual(['false', 0]);
  button?.click();
  flushSync();
  expect([...document.querySelectorAll('td dl')].map((list) => list.textContent)).toEqual(['BH0', 'BH0']);
  expect(button?.getAttribute('aria-pressed')).toBe('true');
});

describe('the organiser is told', () => {
  const bar = async (more: object, rounds: object[]) => show(OrganiserBar, view({ facts: { ...facts, stage: 'running', helpers: [], next_start: null, total_rounds: 2, ...more }, rounds }));
  const round = (outcome: string | null, more: object = {}) => ({ stage: 'started', boards: [{ ...board(outcome), ...more }], byes: [], half_byes: [] });

  test('what the next round waits for', async () => {
    await bar({}, [round(null)]);
    expect(document.body.textContent).toContain(t.events.waitsForResults);
  });

  test('that the last round is the last one', async () => {
    await bar({}, [round('1-0'), round(null)]);
    expect(document.body.textContent).toContain(t.events.lastRound);
    expect(document.body.textContent).not.toContain(t.events.waitsForResults);
  });

  test('that all rounds are played, and is offered no further one', async () => {
    await bar({}, [round(null, { postponed: true }), round('1-0')]);
    expect(document.body.textContent).toContain(t.events.allRoundsPlayed);
    expect([...document.querySelectorAll('button')].map((one) => one.textContent)).not.toContain(t.events.pairNext);
  });

  test('to pair the next round once it can be', async () => {
    await bar({}, [round('1-0')]);
    expect([...document.querySelectorAll('button')].map((one) => one.textContent)).toContain(t.events.pairNext);
  });
});

describe('pairing by hand is offered', () => {
  const shown = (format: object, stage = 'running', rounds: object[] = []) => view({ facts: { ...facts, format, stage, total_rounds: 3 }, rounds });
  const link = () => document.querySelector('a[href="#pair"]');
  async function desk(more: EventView) {
    await languages.need('events');
    app = mount(DeskParts, { target: document.body, props: { view: more, part: null } });
  }

  test.each([{ kind: 'round_robin', cycles: 1 }, { kind: 'knock_out', games: 1 }, { kind: 'arena', minutes: 30 }, { kind: 'team_match', games: 1, boards: 0, everyone: false }])('not in a $kind', async (format) => {
    await desk(shown(format));
    expect([link(), document.querySelector('a[href="#results"]') === null]).toEqual([null, false]);
  });

  test.each([{ kind: 'swiss', rounds: 3 }, { kind: 'keizer', rounds: 3 }])('in a $kind until it is over', async (format) => {
    await desk(shown(format));
    expect(link()).not.toBeNull();
    await gone();
    await desk(shown(format, 'finished'));
    expect(link()).toBeNull();
  });

  test('when the server pairs the round', async () => {
    const begin = () => [...document.querySelectorAll('button')].some((one) => one.textContent === t.events.arbiter.pair.begin);
    const cases: [object[], string, boolean][] = [
      [[], t.events.arbiter.pair.hint, true],
      [[{ stage: 'published', boards: [], byes: [], half_byes: [] }], 'Start it, or unpublish it.', false],
      [[{ stage: 'started', boards: [board(null)], byes: [], half_byes: [] }], t.events.waitsForResults, false],
      [[{ stage: 'started', boards: [board('1-0')], byes: [], half_byes: [] }], t.events.arbiter.pair.hint, true],
    ];
    for (const [rounds, text, isOffered] of cases) {
      await show(PairManually, shown({ kind: 'swiss', rounds: 3 }, 'running', rounds));
      expect([document.body.textContent?.includes(text), begin()], text).toEqual([true, isOffered]);
      await gone();
    }
  });
});

describe('whoever is claimed by a code', () => {
  const open = () => show(ClaimPage, view({ entrants: [entrant(1, 'Ann')], facts: { ...facts, may_organise: false } }));
  afterEach(() => {
    account.me = null;
    account.isKnown = false;
    door.open = null;
  });

  test('finds the ways in, and then the field with the focus', async () => {
    account.isKnown = true;
    await open();
    const ways = [...document.querySelectorAll('button')];
    expect(ways.map((one) => one.textContent)).toEqual([t.account.logIn, t.account.register]);
    ways[1]?.click();
    expect(door.open).toBe('register');
    account.me = { name: 'Lind' } as typeof account.me;
    flushSync();
    expect(document.activeElement, 'a dialog is still open').not.toBeInstanceOf(HTMLInputElement);
    door.open = null;
    flushSync();
    expect(document.activeElement).toBe(document.querySelector('input'));
  });

  test('is told so by the heading, and led to the event', async () => {
    account.isKnown = true;
    account.me = { name: 'Lind' } as typeof account.me;
    await open();
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('{}', { headers: { 'content-type': 'application/json' } })));
    document.querySelector('input')!.value = '12345678';
    document.querySelector('input')!.dispatchEvent(new Event('input'));
    document.querySelector('form')!.requestSubmit();
    await vi.waitFor(() => expect(document.activeElement?.textContent).toBe(t.events.members.doneTitle));
    expect(document.querySelector('a.primary')?.getAttribute('href')).toBe('#event');
  });
});

test('a game that nobody has typed is typed at once, with the focus in the field', async () => {
  await languages.need('events');
  const kept = { start_fen: START_FEN, moves: [], by: null, at: null, reason: '' };
  const checked = { start_fen: START_FEN, moves: [], situation: { legal: [] }, refused: null };
  vi.stubGlobal('fetch', (path: string) => Promise.resolve(new Response(JSON.stringify(path.includes('/games/') ? kept : checked), { headers: { 'content-type': 'application/json' } })));
  const shown = view({ rounds: [{ stage: 'started', boards: [board('1-0')], byes: [], half_byes: [] }] });
  const event = new EventState('00000007');
  vi.spyOn(event, 'nameOf').mockReturnValue('Ann');
  app = mount(TypedGamePage, { target: document.body, props: { event, view: shown, code: '1-1' } });
  await vi.waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe(t.events.typed.move));
  const labels = () => [...document.querySelectorAll('button')].map((one) => one.textContent);
  expect(labels()).not.toContain(t.events.typed.type);
  // Given up, it is not begun again by itself.
  [...document.querySelectorAll('button')].find((one) => one.textContent === t.game.cancel)?.click();
  await vi.waitFor(() => expect(labels()).toContain(t.events.typed.type));
});

test('an event without players says so, and does not speak of a name', async () => {
  await show(CheckIn, view({ entrants: [], standings: [] }));
  expect(document.body.textContent).toContain(t.events.arbiter.checkIn.empty);
  expect(document.body.textContent).not.toContain(t.events.arbiter.checkIn.nobody);
});

test('an account, also one on another server, is marked as at the venue; whoever has none is there', async () => {
  const desk = { present: false, paid: false, fee: 0, fee_class: null, out: false, byes: null, account: 'none', elsewhere: false, claim_until: null };
  const one = (id: number, name: string, more: object) => ({ ...entrant(id, name), has_account: false, over_the_board: false, desk, ...more });
  await show(CheckIn, view({ entrants: [one(1, 'Ann', { has_account: true }), one(2, 'Bo', { desk: { ...desk, elsewhere: true } }), one(3, 'Cid', {})] }));
  const ticks = [...document.querySelectorAll('li')].map((row) => [...row.querySelectorAll('label')].some((label) => label.textContent === t.events.arbiter.checkIn.venueTick));
  expect(ticks).toEqual([true, true, false]);
});

test('on a phone the parts of the desk stand behind one button, so that the field of a result is in view', async () => {
  await languages.need('events');
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  const shown = view({ rounds: [{ stage: 'started', boards: [board(null)], byes: [], half_byes: [] }] });
  const event = new EventState('00000007');
  vi.spyOn(event, 'entrant').mockImplementation((id) => shown.entrants[id - 1]);
  app = mount(ArbiterPage, { target: document.body, props: { event, view: { ...shown, facts: { ...shown.facts, helpers: [], next_start: null } }, sections: new SectionsState(event), part: 'results', code: '' } });
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
