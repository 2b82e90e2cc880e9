// SPDX-License-Identifier: AGPL-3.0-or-later
// Acts of an event are done one after the other, and what somebody types while one is on its way is not lost.
import { flushSync, mount, tick, unmount } from 'svelte';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import Codes from '../src/events/arbiter/Codes.svelte';
import LateEntry from '../src/events/arbiter/LateEntry.svelte';
import PairManually from '../src/events/arbiter/PairManually.svelte';
import PasteList from '../src/events/arbiter/PasteList.svelte';
import Results from '../src/events/arbiter/Results.svelte';
import EnterAccount from '../src/events/EnterAccount.svelte';
import { EventState } from '../src/events/event.svelte';
import OrganiserBar from '../src/events/OrganiserBar.svelte';
import { languages, t } from '../src/locale';
import * as api from '../src/platform/api';
import type { EventAct, EventView, ServerInfo } from '../src/platform/protocol';

const NAMES = ['Ann', 'Bo', 'Cid', 'Dora'];
const board = (number: number, outcome: string | null) => ({ number, white: 2 * number - 1, black: 2 * number, games: [{ turned: false, game: null, outcome, typed: null }], online: false, left: false, postponed: false, table: null });
const round = (stage: string, ...outcomes: (string | null)[]) => ({ stage, begun: 1, boards: outcomes.map((outcome, place) => board(place + 1, outcome)), byes: [] as number[], half_byes: [], by_hand: false });
function view(rounds: object[] = [], there = [true, true, true, true]): EventView {
  const entrants = there.map((present, place) => ({ id: place + 1, name: NAMES[place], club: '', presence: 'present', desk: { present, paid: false, byes: null } }));
  const facts = { name: 'Friday', format: { kind: 'swiss', rounds: 3 }, total_rounds: 3, stage: 'running', may_organise: true, default_time: 0, codes: [], arena: null, owner: 'Chief', helpers: [], teams: null, section: null, next_start: null, player_results: false, check_in: { closed: false, closes: null } };
  return { id: '00000007', number: 3, me: null, rounds, standings: [], facts, entrants } as unknown as EventView;
}

/** What was asked of the server and is not answered, the oldest first. */
let open: { act: EventAct; answer: (status?: number) => Promise<void> }[] = [];
let acts: EventAct[] = [];
let now = $state.raw(view());
let app: object | undefined;

beforeEach(async () => {
  await languages.need('events');
  [open, acts] = [[], []];
});
afterEach(async () => {
  if (app) await unmount(app);
  app = undefined;
  document.body.replaceChildren();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const settle = async () => {
  for (let turn = 0; turn < 4; turn += 1) await new Promise((done) => setTimeout(done));
  await tick();
  flushSync();
};

/** An event whose acts are answered one by one, when the test says so. */
function eventOf(first: EventView): EventState {
  now = first;
  const event = new EventState('00000007');
  Object.defineProperty(event, 'view', { get: () => now });
  vi.stubGlobal('fetch', (_: string, { body }: { body?: string } = {}) =>
    new Promise<Response>((done) => {
      if (!body) return;
      const { act } = JSON.parse(body) as { act: EventAct };
      acts.push(act);
      const answer = (status = 200) => {
        open = open.filter((one) => one.act !== act);
        done(Response.json(status === 200 ? now : { error: { code: 'bad_request', message: 'not today' } }, { status }));
        return settle();
      };
      open.push({ act, answer });
    }),
  );
  return event;
}
const answer = (status?: number) => open[0]!.answer(status);

const labelled = <T extends HTMLElement = HTMLInputElement>(label: string, kind = 'input') => [...document.querySelectorAll('label')].find(({ textContent }) => textContent?.includes(label))!.querySelector<T>(kind)!;
function type(label: string, text: string, kind = 'input') {
  const field = labelled<HTMLInputElement>(label, kind);
  field.focus();
  field.value = text;
  field.dispatchEvent(new Event('input', { bubbles: true }));
  flushSync();
}
const typed = (label: string, kind = 'input') => labelled<HTMLInputElement>(label, kind).value;
/** Sends the form that this field is in, by its button. */
async function send(label: string, kind = 'input') {
  const submit = labelled<HTMLInputElement>(label, kind).form!.querySelector<HTMLButtonElement>('[type=submit]')!;
  submit.focus();
  submit.click();
  await settle();
}
const button = (text: string) => [...document.querySelectorAll('button')].find(({ textContent }) => textContent?.trim() === text)!;
async function press(text: string) {
  button(text).click();
  await settle();
}
const alerts = () => [...document.querySelectorAll('[role=alert]')].map(({ textContent }) => textContent).filter((text) => text !== '');

describe('acts', () => {
  test('that are asked for while another one is on its way are done after it', async () => {
    const event = eventOf(view());
    const both = [event.act({ do: 'undo' }), event.act({ do: 'start' })];
    await settle();
    expect([acts, event.isBusy]).toEqual([[{ do: 'undo' }], true]);
    await answer();
    expect([acts, event.isBusy]).toEqual([[{ do: 'undo' }, { do: 'start' }], true]);
    await answer();
    expect([await Promise.all(both), event.isBusy]).toEqual([[true, true], false]);
  });

  test('that are refused stop none behind them, which does not hide why', async () => {
    const event = eventOf(view());
    const both = [event.act({ do: 'undo' }), event.act({ do: 'start' })];
    await settle();
    await answer(400);
    const why = event.problem;
    expect([why === '', acts.length]).toEqual([false, 2]);
    await answer();
    expect([await Promise.all(both), event.problem]).toEqual([[false, true], why]);
    void event.act({ do: 'start' });
    expect(event.problem, 'until the next press').toBe('');
  });

  test('are checked when their turn comes', async () => {
    const event = eventOf(view());
    event.isPairingChanged = true;
    const both = [event.act({ do: 'pair_by_hand', boards: '', byes: '' }), event.act({ do: 'publish' })];
    void both[0]!.then(() => (event.isPairingChanged = false));
    await settle();
    await answer();
    await answer();
    expect([acts.at(-1), await both[1]]).toEqual([{ do: 'publish' }, true]);
  });

  test('of the question about players whom nobody has seen wait as well', async () => {
    const event = eventOf(view([], [true, true, true, false]));
    expect(await event.act({ do: 'pair' })).toBe(false);
    expect(event.asksAbsent).toBe(true);
    const all = [event.act({ do: 'undo' }), event.pairFirst(true)];
    for (let number = 1; number <= 3; number += 1) {
      await settle();
      await answer();
    }
    expect([acts.map((act) => act.do), await Promise.all(all)]).toEqual([['undo', 'close_check_in', 'pair'], [true, true]]);
  });

  test('end with a pairing that is not asked for where the check-in can’t be closed', async () => {
    const event = eventOf(view([], [true, true, true, false]));
    const paired = event.pairFirst(true);
    await settle();
    await answer(400);
    expect([await paired, acts.length]).toEqual([false, 1]);
  });
});

describe('an entry that is refused', () => {
  const bar = (event: EventState) => mount(OrganiserBar, { target: document.body, props: { event, view: now } });
  const account = (event: EventState) => mount(EnterAccount, { target: document.body, props: { event, view: now } });
  const late = (event: EventState) => mount(LateEntry, { target: document.body, props: { event, view: now, name: '', team: 'first', onsent: () => undefined } });
  const forms = [
    ['the organiser’s bar', bar, () => t.events.addPlayer],
    ['the form of accounts', account, () => t.events.more.account],
    ['late entries', late, () => t.events.arbiter.checkIn.name],
  ] as const;

  test.each(forms)('comes back into the form while that is empty: %s', async (_, show, label) => {
    const event = eventOf(view());
    app = show(event);
    flushSync();
    type(label(), 'Eve');
    await send(label());
    expect([typed(label()), document.activeElement === labelled(label())], 'ready for the next name').toEqual(['', true]);
    expect(labelled(label()).form!.querySelector<HTMLButtonElement>('[type=submit]')!.disabled).toBe(false);
    await answer(400);
    expect([typed(label()), alerts(), event.problem === '']).toEqual(['Eve', [], false]);
  });

  test.each(forms)('is named while the next one stands in the form: %s', async (_, show, label) => {
    const event = eventOf(view());
    app = show(event);
    flushSync();
    type(label(), 'Eve');
    await send(label());
    type(label(), 'Fritz');
    await answer(400);
    expect(typed(label())).toBe('Fritz');
    expect([alerts().length, alerts()[0]?.startsWith('Eve '), event.problem]).toEqual([1, true, '']);
    // It stays while others are added, until it is read or goes again.
    await send(label());
    await answer();
    expect(alerts()).toHaveLength(1);
    type(label(), 'Eve');
    await send(label());
    expect(alerts()).toEqual([]);
  });

  test('overwrites no rating that was typed for the next one', async () => {
    app = bar(eventOf(view()));
    flushSync();
    type(t.events.addPlayer, 'Eve');
    type(t.events.rating, '1500');
    await send(t.events.addPlayer);
    type(t.events.rating, '1700');
    await answer(400);
    expect([typed(t.events.addPlayer), typed(t.events.rating), alerts().length]).toEqual(['', '1700', 1]);
    await press(t.events.venue.seats.hide);
    expect(alerts()).toEqual([]);
    expect(acts).toEqual([{ do: 'enter', name: 'Eve', rating: 1500 }]);
  });
});

describe('results', () => {
  const words = () => t.events.arbiter.results;
  const desk = (...outcomes: (string | null)[]) => {
    const event = eventOf(view([round('started', ...outcomes)]));
    app = mount(Results, { target: document.body, props: { event, get view() { return now; } } });
    flushSync();
    return event;
  };
  const fields = () => [typed(words().board), typed(words().result)];

  test('are typed one after the other while the first one is on its way', async () => {
    desk(null, null);
    type(words().result, '1');
    await send(words().result);
    expect([fields(), document.activeElement === labelled(words().board)]).toEqual([['2', ''], true]);
    type(words().result, '0');
    now = view([round('started', '1-0', null)]);
    await answer();
    expect([fields(), document.activeElement === labelled(words().result)], 'what was typed stays').toEqual([['2', '0'], true]);
    await send(words().result);
    expect(acts).toEqual([1, 2].map((number) => ({ do: 'result', round: 1, board: number, game: 1, outcome: number === 1 ? '1-0' : '0-1' })));
    expect(fields(), 'none is left').toEqual(['', '']);
  });

  test('that are refused come back, or are named', async () => {
    const event = desk(null, null);
    type(words().result, '1');
    await send(words().result);
    await answer(400);
    expect([fields(), alerts(), event.problem === '']).toEqual([['1', '1'], [], false]);
    await send(words().result);
    type(words().result, '0');
    await answer(400);
    expect(fields()).toEqual(['2', '0']);
    expect(alerts()).toEqual([words().notEntered(1, 1, '1–0', alerts()[0]!.split('. ')[1]!)]);
  });
});

test('what is exchanged while a pairing by hand is saved is saved with the next press', async () => {
  const event = eventOf(view([round('draft', null, null)]));
  app = mount(PairManually, { target: document.body, props: { event, get view() { return now; } } });
  flushSync();
  const words = t.events.arbiter.pair;
  await press(words.begin);
  await press('Bo');
  await press('Dora');
  await press(words.end);
  await press('Bo');
  await press('Dora');
  await answer();
  // That is the pairing of the rules again, but not what the event has.
  expect([button(words.end) !== undefined, event.isPairingChanged]).toEqual([true, true]);
  await press(words.end);
  await answer();
  expect(acts).toEqual(['1-4 3-2', '1-2 3-4'].map((boards) => ({ do: 'pair_by_hand', boards, byes: '' })));
  expect([button(words.end), event.isPairingChanged]).toEqual([undefined, false]);
});

test('a list that is pasted while another one is added stays', async () => {
  const event = eventOf(view());
  app = mount(PasteList, { target: document.body, props: { event, view: now } });
  flushSync();
  const label = t.events.arbiter.checkIn.listLabel;
  type(label, 'name\nEve\n', 'textarea');
  await send(label, 'textarea');
  expect(button(t.events.arbiter.checkIn.addPlayers).disabled, 'a second press').toBe(true);
  type(label, 'name\nFritz\n', 'textarea');
  await answer();
  expect(typed(label, 'textarea')).toBe('name\nFritz\n');
});

test('a second press makes no second code', async () => {
  vi.spyOn(api, 'serverInfo').mockResolvedValue({ lan_urls: [], public_url: null } as unknown as ServerInfo);
  const event = eventOf(view([round('started', null)]));
  app = mount(Codes, { target: document.body, props: { event, view: now } });
  flushSync();
  let made = () => undefined as void;
  const asked = vi.fn(() => new Promise<Response>((done) => (made = () => done(Response.json({ code: '12345678', link: 'a' })))));
  vi.stubGlobal('fetch', asked);
  const words = t.events.arbiter.codes;
  type(words.label, 'Hall');
  button(words.give).click();
  flushSync();
  button(words.give).click();
  await settle();
  expect(asked).toHaveBeenCalledTimes(1);
  type(words.label, 'Attic');
  made();
  await settle();
  expect([typed(words.label), document.body.textContent?.includes(words.made('Hall'))]).toEqual(['Attic', true]);
});
