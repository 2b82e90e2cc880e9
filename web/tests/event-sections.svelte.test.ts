// SPDX-License-Identifier: AGPL-3.0-or-later
// The sections of a festival on the page: how to join the one that fits, and what is done in all of them at once.
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import CheckIn from '../src/events/arbiter/CheckIn.svelte';
import PasteList from '../src/events/arbiter/PasteList.svelte';
import AllByName from '../src/events/arbiter/sheets/AllByName.svelte';
import Cards from '../src/events/arbiter/sheets/Cards.svelte';
import InSections from '../src/events/arbiter/InSections.svelte';
import EntryButtons from '../src/events/EntryButtons.svelte';
import EventCard from '../src/events/EventCard.svelte';
import { EventState } from '../src/events/event.svelte';
import { sectionOf } from '../src/events/sections';
import { SectionsState } from '../src/events/sections.svelte';
import SectionTabs from '../src/events/SectionTabs.svelte';
import { languages, t } from '../src/locale';
import type { EventListed, EventView, SectionListed } from '../src/platform/protocol';

const section = (id: string, name: string, more: Partial<SectionListed> = {}): SectionListed => ({ id, number: 7, name, rating_from: null, rating_to: null, part: null, players: 4, stage: 'announced', round: 0, round_stage: null, fits: true, mine: false, open: true, may_organise: true, first_board: 1, ...more });
const facts = { name: 'Congress, Open', format: { kind: 'swiss', rounds: 3 }, section: { festival: 'aaaaaaaa', festival_name: 'Congress', name: 'Open', rating_from: null, rating_to: null, first_board: null }, may_organise: false, over_the_board: false, open: true, teams: null };
const view = (more: object = {}): EventView => ({ id: 'aaaaaaaa', number: 3, facts: { ...facts, ...more }, me: null, entrants: [], rounds: [], standings: [] }) as unknown as EventView;

let shown: object | undefined;
beforeEach(() => languages.need('events'));
afterEach(async () => {
  if (shown) await unmount(shown);
  shown = undefined;
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

function sections(all: SectionListed[]): { event: EventState; sections: SectionsState } {
  const event = new EventState('aaaaaaaa');
  const state = new SectionsState(event);
  state.all = all;
  return { event, sections: state };
}

const texts = (selector: string): (string | undefined)[] => [...document.querySelectorAll(selector)].map((one) => one.textContent?.trim());

describe('whoever enters', () => {
  const enter = (all: SectionListed[]) => {
    shown = mount(EntryButtons, { target: document.body, props: { ...sections(all), view: view() } });
    flushSync();
  };

  test('joins by one button where one section fits, and chooses among several', async () => {
    enter([section('aaaaaaaa', 'Open'), section('bbbbbbbb', 'Minor', { fits: false })]);
    expect(texts('button')).toEqual([t.events.join]);
    await unmount(shown!);
    enter([section('aaaaaaaa', 'Open', { fits: false }), section('bbbbbbbb', 'Minor')]);
    expect(texts('button')).toEqual([t.events.sections.joinIn('Minor')]);
    await unmount(shown!);
    enter([section('aaaaaaaa', 'Open'), section('bbbbbbbb', 'Minor')]);
    expect(texts('button')).toEqual(['Open', 'Minor'].map((name) => t.events.sections.joinIn(name)));
  });

  test('is told where they play, and where nothing fits', async () => {
    enter([section('aaaaaaaa', 'Open'), section('bbbbbbbb', 'Minor', { mine: true })]);
    expect([texts('button'), texts('a')]).toEqual([[], [t.events.sections.elsewhere('Minor')]]);
    await unmount(shown!);
    enter([section('aaaaaaaa', 'Open', { fits: false }), section('bbbbbbbb', 'Minor', { fits: false })]);
    expect(document.body.textContent).toContain(t.events.sections.noneFits);
  });
});

describe('what is done in all sections', () => {
  const stages = (...all: SectionListed['round_stage'][]): SectionListed[] => all.map((round_stage, place) => section(`aaaaaaa${place}`, `S${place}`, { round_stage }));
  const act = (all: SectionListed[], may_organise = true) => {
    shown = mount(SectionTabs, { target: document.body, props: { ...sections(all), view: view({ may_organise }) } });
    flushSync();
    return texts('button');
  };

  test.each([
    [stages(null, null), 'pairAll'],
    [stages('started', null), 'pairAll'],
    [stages('draft', 'draft'), 'publishAll'],
    [stages('published', 'published', 'started'), 'startAll'],
  ] as const)('is the act that more than one waits for', (all, label) => expect(act([...all])).toEqual([t.events.sections[label]]));

  test('stands beside the sections, each with its ratings and players', () => {
    act([section('aaaaaaaa', 'Open', { rating_from: 1800 }), section('bbbbbbbb', 'Minor', { rating_to: 1799, players: 1 })]);
    expect(texts('a .small')).toEqual([`${t.events.sections.limits(1800, null)} · ${t.events.players(4)}`, `${t.events.sections.limits(null, 1799)} · ${t.events.players(1)}`]);
  });

  test('is nothing where one section alone waits, and nothing for players', async () => {
    expect(act(stages('draft', 'published'))).toEqual([]);
    await unmount(shown!);
    expect(act(stages('draft', 'draft'), false)).toEqual([]);
  });
});

describe('what is done in all sections, by whom', () => {
  const press = async (all: SectionListed[]) => {
    const asked: unknown[] = [];
    vi.stubGlobal('fetch', (address: string, init?: RequestInit) => {
      if (init?.method === 'POST') asked.push((JSON.parse(String(init.body)) as { act: unknown }).act);
      return Promise.resolve(Response.json(address.endsWith('/sections') ? { sections: all } : view()));
    });
    const state = sections(all);
    state.event['told'] = view({ may_organise: true });
    shown = mount(SectionTabs, { target: document.body, props: { ...state, view: view({ may_organise: true }) } });
    flushSync();
    document.querySelector('button')?.click();
    await vi.waitFor(() => expect(state.event.isBusy).toBe(false));
    return asked;
  };

  test('says which drafts were seen', async () => {
    const all = [section('aaaaaaaa', 'Open', { round_stage: 'draft', number: 12 }), section('bbbbbbbb', 'Minor', { round_stage: 'draft', number: 31 }), section('cccccccc', 'Bowl', { round_stage: 'started' })];
    expect(await press(all)).toEqual([{ do: 'publish_all', sections: [{ id: 'aaaaaaaa', number: 12 }, { id: 'bbbbbbbb', number: 31 }] }]);
  });

  test('is offered to no helper of one section alone', async () => {
    const all = [section('aaaaaaaa', 'Open', { round_stage: 'draft' }), section('bbbbbbbb', 'Minor', { round_stage: 'draft', may_organise: false })];
    expect(await press(all)).toEqual([]);
    expect(texts('button')).toEqual([]);
    const { sections: state } = sections(all);
    expect([state.areMine, state.organised.map(({ name }) => name)]).toEqual([false, ['Open']]);
  });
});

describe('while all sections are paired', () => {
  afterEach(() => vi.useRealTimers());

  test('the one that is paired now is named, with how far it is, until all are', async () => {
    vi.useFakeTimers();
    let done = (): void => undefined;
    /** How far each section is; none stands here before and after its turn. */
    const far: Record<string, number> = { aaaaaaaa: 40 };
    vi.stubGlobal('fetch', (address: string, init?: RequestInit) => {
      const [, id] = /events\/(\w+)\/pairing$/.exec(address) ?? [];
      if (id) return Promise.resolve(Response.json({ is_pairing: id in far, paired: far[id] ?? 0, players: id in far ? 300 : 0 }));
      if (init?.method === 'POST') return new Promise((answer) => (done = () => answer(Response.json(view()))));
      return Promise.resolve(Response.json({ sections: [] }));
    });
    const all = [section('aaaaaaaa', 'Open'), section('bbbbbbbb', 'Minor')];
    const state = sections(all);
    state.event['told'] = view({ may_organise: true });
    shown = mount(SectionTabs, { target: document.body, props: { ...state, view: view({ may_organise: true }) } });
    flushSync();
    const told = () => document.querySelector('[role=status]')?.textContent;
    document.querySelector('button')?.click();
    flushSync();
    expect(told()).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1000);
    expect(told()).toBe(`Open · ${t.events.pairing(40, 300, 1)}`);
    delete far.aaaaaaaa;
    far.bbbbbbbb = 120;
    await vi.advanceTimersByTimeAsync(1000);
    expect(told()).toBe(`Minor · ${t.events.pairing(120, 300, 2)}`);
    delete far.bbbbbbbb;
    await vi.advanceTimersByTimeAsync(1000);
    expect(told()).toBe(t.events.pairing(0, 0, 3));
    done();
    await vi.advanceTimersByTimeAsync(0);
    flushSync();
    expect(told()).toBeUndefined();
  });
});

describe('the desk of a section', () => {
  test('finds players of the others by a few letters, and asks for no more', async () => {
    vi.useFakeTimers();
    const asked: string[] = [];
    vi.stubGlobal('fetch', (address: string) => {
      asked.push(address);
      const player = (section: string, section_name: string, entrant: number, name: string) => ({ section, section_name, entrant, name });
      return Promise.resolve(Response.json({ players: [player('aaaaaaaa', 'Open', 1, 'Berg, Ann'), player('bbbbbbbb', 'Minor', 4, 'Berg, Bo')] }));
    });
    shown = mount(InSections, { target: document.body, props: { event: new EventState('aaaaaaaa'), typed: 'ber' } });
    flushSync();
    await vi.advanceTimersByTimeAsync(200);
    vi.useRealTimers();
    flushSync();
    expect(asked).toEqual(['/api/page/events/aaaaaaaa/sections/find?find=ber']);
    expect(texts('a')).toEqual([t.events.sections.found('Bo Berg', 'Minor')]);
  });

  test('prints the cards of the tables that the server names', () => {
    const shownView = { ...view(), rounds: [{ boards: [{ number: 1 }, { number: 2 }] }], entrants: [{}, {}, {}, {}] } as unknown as EventView;
    shown = mount(Cards, { target: document.body, props: { ...sections([section('aaaaaaaa', 'Open', { first_board: 7 })]), view: shownView } });
    flushSync();
    expect(texts('.big')).toEqual(['7', '8']);
  });

  test('prints a card for each board that is fixed for a player, also apart from the others', () => {
    const fixed = (presence: string, fixed_board: number) => ({ presence, desk: { fixed_board } });
    const shownView = { ...view(), rounds: [], entrants: [{}, fixed('present', 40), fixed('present', 2), fixed('withdrawn', 50)] } as unknown as EventView;
    shown = mount(Cards, { target: document.body, props: { ...sections([section('aaaaaaaa', 'Open', { first_board: 1 })]), view: shownView } });
    flushSync();
    expect(texts('.big')).toEqual(['1', '2', '40']);
  });
});

describe('the check-in of a section', () => {
  const entrant = (id: number, name: string, more: object = {}) => ({ id, name, has_account: false, title: '', rating: null, federation: '', club: '', over_the_board: true, presence: 'present', playing: null, desk: { present: true, paid: false, out: false, account: 'none', claim_until: null }, ...more });
  const both = [section('aaaaaaaa', 'Open'), section('bbbbbbbb', 'Minor')];
  const desk = (entrants: object[]): EventView => ({ ...view({ may_organise: true, check_in: { closed: false, closes: null }, short_names: false }), entrants }) as unknown as EventView;

  /** Shows the check-in, and returns what is asked of the server; `refused` is its answer to acts, if it refuses them. */
  function checkIn(part: typeof CheckIn | typeof PasteList, entrants: object[], refused?: () => Response) {
    const asked: unknown[] = [];
    vi.stubGlobal('fetch', (address: string, init?: RequestInit) => {
      if (init?.method === 'POST') {
        asked.push((JSON.parse(String(init.body)) as { act: unknown }).act);
        if (refused) return Promise.resolve(refused());
      }
      if (address.includes('/find?')) return Promise.resolve(Response.json({ players: [] }));
      if (address.includes('/members?')) return Promise.resolve(Response.json({ error: { code: 'too_fast', message: 'you have looked for too many members' } }, { status: 429 }));
      return Promise.resolve(Response.json(address.endsWith('/sections') ? { sections: both } : desk(entrants)));
    });
    const state = sections(both);
    state.event['told'] = desk(entrants);
    shown = mount(part as typeof CheckIn, { target: document.body, props: { ...state, view: desk(entrants) } });
    flushSync();
    return asked;
  }
  const type = (letters: string) => {
    const field = document.querySelector<HTMLInputElement>('input[type=search]')!;
    field.value = letters;
    field.dispatchEvent(new Event('input', { bubbles: true }));
    flushSync();
  };

  test('says why nobody is found in the list of members', async () => {
    vi.useFakeTimers();
    checkIn(CheckIn, [entrant(1, 'Ann')]);
    type('ber');
    await vi.advanceTimersByTimeAsync(200);
    vi.useRealTimers();
    flushSync();
    expect(texts('[role=alert]').join()).not.toBe('');
    type('');
    expect(texts('[role=alert]')).toEqual([]);
  });

  test('has players who have left by their letters alone, and brings them back', async () => {
    const left = entrant(2, 'Lind, Bo', { presence: 'withdrawn' });
    // Whoever was taken out because they were not there is still looked for.
    const missing = entrant(3, 'Cid', { presence: 'withdrawn', desk: { present: false, paid: false, out: true, account: 'none', claim_until: null } });
    const asked = checkIn(CheckIn, [entrant(1, 'Ann'), left, missing]);
    const names = () => texts('li .name');
    expect([names(), texts('li .button')]).toEqual([['Ann', 'Cid'], []]);
    expect(texts('.counts').join()).toContain(t.events.arbiter.checkIn.present(1, 2));
    type('lin');
    expect([names(), texts('li .button')]).toEqual([['Lind, Bo'], [t.events.rejoin]]);
    document.querySelector<HTMLButtonElement>('li .button')!.click();
    await vi.waitFor(() => expect(asked).toEqual([{ do: 'is_there', entrant: 2 }]));
  });

  test.each([null, 1_800_000_000_000])('says after a move that the code for the account no longer works, if there was one: %s', async (claim_until) => {
    const asked = checkIn(CheckIn, [entrant(1, 'Ann', { desk: { present: true, paid: false, out: false, account: 'none', claim_until } })]);
    const choice = document.querySelector<HTMLSelectElement>('select.section')!;
    choice.value = 'bbbbbbbb';
    choice.dispatchEvent(new Event('change', { bubbles: true }));
    await vi.waitFor(() => expect(texts('.counts').join()).toContain(t.events.sections.found('Ann', 'Minor')));
    expect(asked).toEqual([{ do: 'move_to_section', entrant: 1, to: 'bbbbbbbb' }]);
    expect(texts('.counts').join().includes(t.events.sections.codeEnded('Minor'))).toBe(claim_until !== null);
  });

  test('offers to enter a list without those who are in other sections, as long as it is the same list', async () => {
    const refused = { kind: 'list_in_other_sections', listed: [{ line: 3, name: 'Bo', section: 'Minor' }], more: 0 };
    const asked = checkIn(PasteList, [], () => Response.json({ code: "event_refused", error: "line 3: Bo plays in Minor", refusal: refused }, { status: 409 }));
    const paste = (text: string) => {
      const field = document.querySelector('textarea')!;
      field.value = text;
      field.dispatchEvent(new Event('input', { bubbles: true }));
      flushSync();
    };
    const others = () => [...document.querySelectorAll('button')].find((one) => one.textContent === t.events.arbiter.checkIn.withoutThem);
    paste('name\nAnn\nBo\n');
    expect(others()).toBeUndefined();
    document.querySelector('form')!.requestSubmit();
    await vi.waitFor(() => expect(others()).toBeDefined());
    paste('name\nAnn\nBo\nCid\n');
    expect(others(), 'another list').toBeUndefined();
    paste('name\nAnn\nBo\n');
    others()!.click();
    await vi.waitFor(() => expect(asked.length).toBe(2));
    expect(asked[0]).toEqual({ do: 'add_list', text: 'name\nAnn\nBo\n', present: false });
    expect(asked[1]).toEqual({ do: 'add_list', text: 'name\nAnn\nBo\n', present: false, leave_out: true });
  });
});

test('the sheet of all sections says the round of each: one may be a round ahead', async () => {
  const round = (stage: string) => ({ stage, boards: [], byes: [], half_byes: [] });
  const one = (id: string, name: string, rounds: object[]) => ({ ...view(), id, facts: { ...facts, section: { ...facts.section, name } }, rounds });
  const events = [one('aaaaaaaa', 'Open', [round('started'), round('published')]), one('bbbbbbbb', 'Minor', [round('started'), round('draft')]), one('cccccccc', 'Bowl', [round('draft')])];
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ events })));
  shown = mount(AllByName, { target: document.body, props: { event: new EventState('aaaaaaaa'), view: view() } });
  await vi.waitFor(() => expect(texts('p')).toEqual([`Open (${t.events.round(2)}), Minor (${t.events.round(1)})`]));
});

test('a festival stands in the list with its sections', () => {
  const event = { id: 'aaaaaaaa', name: 'Congress', format: { kind: 'swiss', rounds: 3 }, time: null, rated: false, over_the_board: true, players: 9, round: 0, rounds: 3, starts: 0, stage: 'announced', sections: [{ id: 'aaaaaaaa', name: 'Open' }, { id: 'bbbbbbbb', name: 'Minor' }] } as EventListed;
  shown = mount(EventCard, { target: document.body, props: { event } });
  expect(document.body.textContent).toContain('Open, Minor');
  expect(sectionOf({ name: 'Minor', from: null, to: 1600 })).toEqual({ name: 'Minor', rating_from: null, rating_to: 1600 });
});
