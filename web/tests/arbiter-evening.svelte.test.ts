// SPDX-License-Identifier: AGPL-3.0-or-later
// An evening at the desk, with what an arbiter must not lose or do by mistake.
import { flushSync, mount, tick, unmount } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { notTicked } from '../src/events/absent';
import CheckInCloses from '../src/events/arbiter/CheckInCloses.svelte';
import Codes from '../src/events/arbiter/Codes.svelte';
import HelperPage from '../src/events/arbiter/HelperPage.svelte';
import PairManually from '../src/events/arbiter/PairManually.svelte';
import Results from '../src/events/arbiter/Results.svelte';
import AskAbsent from '../src/events/AskAbsent.svelte';
import EntrantDialog from '../src/events/EntrantDialog.svelte';
import { EventState } from '../src/events/event.svelte';
import { languages, t } from '../src/locale';
import * as api from '../src/platform/api';
import type { EventAct, EventView, HelperView, ServerInfo } from '../src/platform/protocol';

const NAMES = ['Ann', 'Bo', 'Cid', 'Dora'];
const board = (number: number, outcome: string | null) => ({ number, white: 2 * number - 1, black: 2 * number, games: [{ turned: false, game: null, outcome, typed: null }], online: false, left: false, postponed: false, table: null });
const round = (stage: string, ...outcomes: (string | null)[]) => ({ stage, begun: 1, boards: outcomes.map((outcome, place) => board(place + 1, outcome)), byes: [] as number[], half_byes: [], by_hand: false });
const entrant = (present: boolean, place: number) => ({ id: place + 1, name: NAMES[place], presence: 'present', desk: { present, paid: false, byes: null } });
function view(rounds: object[], facts: object = {}, there: boolean[] = [true, true, true, true]): EventView {
  const all = { name: 'Friday', format: { kind: 'swiss', rounds: 3 }, total_rounds: 3, stage: 'running', may_organise: true, default_time: 0, codes: [], arena: null, player_results: false, check_in: { closed: false, closes: null }, ...facts };
  return { id: '00000007', number: 3, me: null, rounds, standings: [], facts: all, entrants: there.map(entrant) } as unknown as EventView;
}

let app: object | undefined;
let acts: EventAct[] = [];
beforeEach(async () => {
  await languages.need('events');
  // jsdom knows no dialogs.
  HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
    this.open = true;
  };
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
});
afterEach(async () => {
  if (app) await unmount(app);
  app = undefined;
  document.body.replaceChildren();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** An event whose acts are answered with the view that it has. */
function eventOf(first: EventView) {
  const event = new EventState('00000007');
  let now = $state.raw(first);
  Object.defineProperty(event, 'view', { get: () => now });
  acts = [];
  vi.stubGlobal('fetch', async (_: string, { body }: { body?: string } = {}) => {
    if (body) acts.push((JSON.parse(body) as { act: EventAct }).act);
    return new Response(JSON.stringify(now), { headers: { 'content-type': 'application/json' } });
  });
  return { event, tell: (view: EventView) => { now = view; flushSync(); } };
}

const settle = async () => {
  for (let turn = 0; turn < 4; turn += 1) await new Promise((done) => setTimeout(done));
  await tick();
  flushSync();
};
const button = (text: string) => [...document.querySelectorAll('button')].find(({ textContent }) => textContent?.trim() === text);
async function press(text: string) {
  expect(button(text), text).toBeDefined();
  button(text)!.click();
  await settle();
}
const labelled = <T extends HTMLElement>(label: string, kind: string) => [...document.querySelectorAll('label')].find(({ textContent }) => textContent?.includes(label))!.querySelector<T>(kind)!;
function type(label: string, text: string) {
  const field = labelled<HTMLInputElement>(label, 'input');
  field.value = text;
  field.dispatchEvent(new Event('input', { bubbles: true }));
  flushSync();
}
async function enter() {
  document.querySelector('form')!.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
  await settle();
}

test('what was paired by hand is not lost by a press of "Publish"', async () => {
  const { event } = eventOf(view([round('draft', null, null)]));
  app = mount(PairManually, { target: document.body, props: { event, get view() { return event.view!; } } });
  flushSync();
  const words = t.events.arbiter.pair;
  await press(words.begin);
  await press('Bo');
  await press('Dora');
  for (const act of ['publish', 'undo'] as const) {
    await event.act({ do: act });
    expect([acts, event.problem], act).toEqual([[], words.unsaved]);
  }
  await press(words.end);
  expect(acts).toEqual([{ do: 'pair_by_hand', boards: '1-4 3-2', byes: '' }]);
  await event.act({ do: 'publish' });
  expect(acts.at(-1)).toEqual({ do: 'publish' });
  // What was discarded is not kept either.
  await press(words.begin);
  await press('Bo');
  await press('Dora');
  await press(words.discard);
  await event.act({ do: 'publish' });
  expect(acts).toHaveLength(3);
});

/** The desk with the results of these rounds. */
function desk(...rounds: object[]) {
  const { event, tell } = eventOf(view(rounds));
  app = mount(Results, { target: document.body, props: { event, get view() { return event.view!; } } });
  flushSync();
  return { event, tell: (...rounds: object[]) => tell(view(rounds)) };
}
const results = () => t.events.arbiter.results;

test('a result that another desk has entered since the board was chosen is replaced only on a press', async () => {
  const { tell } = desk(round('started', null, null));
  type(results().result, '0');
  tell(round('started', '1-0', null));
  await enter();
  expect(acts).toEqual([]);
  expect(document.querySelector('dialog')?.textContent).toContain(results().changed.text('Ann', '1–0', 'Bo', '0–1'));
  await press(results().changed.keep('1–0'));
  expect([acts.length, document.querySelector('dialog')]).toEqual([0, null]);
  expect(labelled<HTMLInputElement>(results().board, 'input').value, 'the next board').toBe('2');
  // A press replaces it. Whoever chooses a board with a result sees it, and is not asked.
  type(results().result, '0');
  tell(round('started', '1-0', '1-0'));
  await enter();
  await press(results().changed.replace('0–1'));
  expect(acts).toEqual([{ do: 'result', round: 1, board: 2, game: 1, outcome: '0-1' }]);
  type(results().board, '1');
  type(results().result, '5');
  await enter();
  expect(acts.at(-1)).toEqual({ do: 'result', round: 1, board: 1, game: 1, outcome: '1/2-1/2' });
});

test('two desks that enter the same are asked nothing', async () => {
  const { tell } = desk(round('started', null, null));
  type(results().result, '1');
  tell(round('started', '1-0', null));
  await enter();
  expect([acts.length, document.querySelector('dialog')]).toEqual([1, null]);
});

test('the desk goes to a round that is published, and says when an old one is chosen', async () => {
  const { tell } = desk(round('started', '1-0', '1-0'), round('started', '1-0', '1-0'));
  const chosen = () => labelled<HTMLSelectElement>(t.events.roundLabel, 'select');
  const choose = (number: number) => {
    chosen().value = String(number);
    chosen().dispatchEvent(new Event('change', { bubbles: true }));
    flushSync();
  };
  choose(1);
  expect(document.querySelector('.old')?.textContent).toContain(results().old(1, 2));
  await press(results().toRound(2));
  expect([chosen().value, document.querySelector('.old')]).toEqual(['2', null]);
  choose(1);
  type(results().result, '0');
  const [one, two] = [round('started', '1-0', '1-0'), round('started', '1-0', '1-0')];
  tell(one, two, round('draft', null, null));
  expect(chosen().value, 'a draft is not published').toBe('1');
  tell(one, two, round('published', null, null));
  expect([chosen().value, labelled<HTMLInputElement>(results().board, 'input').value]).toEqual(['3', '1']);
  expect(labelled<HTMLInputElement>(results().result, 'input').value, 'what was typed was meant for another round').toBe('');
});

test('nothing is said of a default time of no minutes', () => {
  desk(round('started', null, null));
  expect(document.body.textContent).not.toContain(results().defaultTime(0, 1));
});

test('the first round is not paired with players whom nobody has seen, unless the arbiter says so', async () => {
  const { event, tell } = eventOf(view([], {}, [true, true, false, false]));
  app = mount(AskAbsent, { target: document.body, props: { event, get view() { return event.view!; } } });
  await event.act({ do: 'pair' });
  await settle();
  const words = t.events.arbiter.checkIn.absent;
  expect(acts).toEqual([]);
  expect(document.querySelector('dialog')?.textContent).toContain(words.who(['Cid', 'Dora']));
  await press(words.everyone);
  expect([acts, document.querySelector('dialog')]).toEqual([[{ do: 'pair' }], null]);
  await event.act({ do: 'pair' });
  await settle();
  await press(words.close);
  expect(acts.slice(1)).toEqual([{ do: 'close_check_in' }, { do: 'pair' }]);
  // Nothing is asked once the check-in is closed.
  tell(view([], { check_in: { closed: true, closes: null } }, [true, true, false, false]));
  await event.act({ do: 'pair' });
  expect(acts).toHaveLength(4);
});

test('nobody is missed where nobody ticks, and after the first round', () => {
  const there = [true, false, true, true];
  const missed = (all: EventView) => notTicked(all).map(({ id }) => id);
  expect(missed(view([], {}, there))).toEqual([2]);
  expect(missed(view([round('draft', null, null)], {}, there))).toEqual([2]);
  expect(missed(view([round('published', null, null)], {}, there))).toEqual([]);
  expect(missed(view([], {}, [false, false, false, false]))).toEqual([]);
  expect(missed(view([], { check_in: null }, there))).toEqual([]);
});

test('before the check-in closes it says who is not there', async () => {
  const { event } = eventOf(view([], {}, [true, false, false, true]));
  app = mount(CheckInCloses, { target: document.body, props: { event, view: event.view!, missing: event.view!.entrants.slice(1, 3) } });
  flushSync();
  await press(t.events.arbiter.checkIn.close);
  expect(document.body.textContent).toContain(t.events.arbiter.checkIn.names(['Bo', 'Cid']));
});

test('a code can be for all boards, also those to come', async () => {
  vi.spyOn(api, 'serverInfo').mockResolvedValue({ lan_urls: [], public_url: null } as unknown as ServerInfo);
  const { event } = eventOf(view([round('started', null, null)]));
  app = mount(Codes, { target: document.body, props: { event, view: event.view! } });
  flushSync();
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (_: string, { body }: { body?: string } = {}) => {
    if (body) sent.push(JSON.parse(body));
    return new Response(JSON.stringify({ code: '12345678', link: 'a' }), { headers: { 'content-type': 'application/json' } });
  });
  const words = t.events.arbiter.codes;
  type(words.label, 'Hall');
  labelled<HTMLInputElement>(words.all, 'input').click();
  flushSync();
  await enter();
  expect(sent).toEqual([{ label: 'Hall', first: 1, last: 65_535, deputy: false }]);
  expect([words.range(1, 65_535), words.range(1, 9)]).toEqual(['all boards', 'boards 1–9']);
});

test('a helper’s phone leaves what was said of the round before', async () => {
  vi.useFakeTimers();
  const of = (number: number): HelperView => ({ name: 'Cup', number: 9, round: number, first: 1, last: 1, deputy: false, may_dispute: false, boards: [{ number: 1, games: [{ white: 'Ann', black: 'Bo', outcome: null, typed: false }], online: false, disputed: false }], link: 'a'.repeat(32) });
  const { event } = eventOf(view([]));
  let now = of(2);
  vi.spyOn(event, 'help').mockImplementation(async () => now);
  app = mount(HelperPage, { target: document.body, props: { event, code: '12345678' } });
  const soon = async (ms = 0) => {
    await vi.advanceTimersByTimeAsync(ms);
    flushSync();
  };
  const click = async (text: string) => {
    button(text)!.click();
    await soon();
  };
  await soon();
  const words = t.events.arbiter.phone;
  document.querySelector<HTMLButtonElement>('ul button')!.click();
  await soon();
  await click(words.won('Ann', true));
  expect(document.body.textContent).toContain(words.sure('Ann', '1–0', 'Bo'));
  await click(words.yes);
  expect(document.body.textContent).toContain(words.entered(1, '1–0'));
  now = of(3);
  await soon(8000);
  expect(document.body.textContent).not.toContain(words.entered(1, '1–0'));
});

test('whoever takes a player out may say why', async () => {
  const { event } = eventOf(view([round('started', null, null)]));
  const act = vi.spyOn(event, 'act').mockResolvedValue(true);
  app = mount(EntrantDialog, { target: document.body, props: { event, view: event.view!, id: 1, onclose: () => undefined } });
  flushSync();
  const words = t.events.entrant;
  await press(words.takeOut);
  type(t.events.journal.reason, 'ill');
  await press(words.takeOutNow('Ann'));
  expect(act.mock.calls).toEqual([[{ do: 'withdraw', entrant: 1 }, 'ill']]);
});
