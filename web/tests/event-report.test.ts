// SPDX-License-Identifier: AGPL-3.0-or-later
// The rating report and its gaps, and whoever did not come to a board.
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import Results from '../src/events/arbiter/Results.svelte';
import EventFiles from '../src/events/EventFiles.svelte';
import { EventState } from '../src/events/event.svelte';
import { localTime } from '../src/events/local';
import Programme from '../src/events/Programme.svelte';
import { languages, t } from '../src/locale';
import type { EventAct, EventReport, EventView } from '../src/platform/protocol';

let shown: ReturnType<typeof mount> | undefined;
let acts: EventAct[] = [];
const BEGUN = new Date(2026, 10, 28, 19, 30).getTime();

beforeEach(async () => {
  await languages.need('events');
  acts = [];
  HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
    this.open = true;
  };
});

afterEach(async () => {
  if (shown) await unmount(shown);
  shown = undefined;
  document.body.replaceChildren();
});

const settle = async () => {
  await new Promise((done) => setTimeout(done));
  flushSync();
};

const board = { number: 1, white: 1, black: 2, games: [{ turned: false, game: null, outcome: null, typed: null }], online: false, left: false, postponed: false, table: null };
const facts = { may_organise: true, format: { kind: 'swiss', rounds: 2 }, total_rounds: 2, over_the_board: true, default_time: 30, teams: null, pause: null, starts: null, programme: '', player_results: false };
const entrants = [1, 2].map((id) => ({ id, name: ['Berg, Ann', 'Lind, Bo'][id - 1], presence: 'present' }));
const view = { id: '00000007', number: 3, facts, me: null, entrants, rounds: [{ stage: 'started', boards: [board], byes: [], half_byes: [], begun: BEGUN }], standings: [] } as unknown as EventView;

/** An event that notes what is done to it. */
function event(): EventState {
  const state = new EventState('00000007');
  Object.defineProperty(state, 'view', { value: view });
  state.act = (act) => {
    acts.push(act);
    return Promise.resolve(true);
  };
  return state;
}

const button = (name: string) => [...document.querySelectorAll('button')].find((one) => one.textContent === name)!;
const field = (label: string) => [...document.querySelectorAll('label')].find((one) => one.textContent.startsWith(label))!;
const input = (label: string) => (field(label).querySelector('input, textarea') ?? document.getElementById(field(label).htmlFor)) as HTMLInputElement;

function type(label: string, text: string) {
  const one = input(label);
  one.value = text;
  one.dispatchEvent(new Event('input', { bubbles: true }));
  flushSync();
}

test('the gaps of a rating report are named before it is downloaded, and a day is proposed for a round that has begun', async () => {
  const state = event();
  const known: EventReport = {
    report: { city: '', federation: 'SWE', chief_arbiter: '', deputies: ['Dan Al'], dates: [] },
    gaps: [{ kind: 'city' }, { kind: 'chief_arbiter' }, { kind: 'dates', rounds: [1] }, { kind: 'fide_ids', names: ['Berg, Ann', 'Lind, Bo'] }, { kind: 'results', rounds: [1] }],
  };
  state.report = vi.fn(() => Promise.resolve(known));
  shown = mount(EventFiles, { target: document.body, props: { event: state, view } });
  flushSync();
  button(t.events.report.title).click();
  await settle();
  const gaps = [...document.querySelectorAll('dialog li')].map((one) => one.textContent);
  expect(gaps).toEqual(['No city', 'No chief arbiter', 'No date for round 1', 'No FIDE ID: Ann Berg, Bo Lind', 'Missing results in round 1']);
  expect(document.querySelector('dialog a')?.getAttribute('href')).toBe(state.file('trf'));
  expect([1, 2].map((round) => input(t.events.report.date(round)).value)).toEqual([localTime(BEGUN).slice(0, 10), '']);
  expect(document.body.textContent).toContain(t.events.report.proposed);
  type(t.events.report.city, 'Uppsala');
  button(t.events.save).click();
  await settle();
  const report = { city: 'Uppsala', federation: 'SWE', chief_arbiter: '', deputies: ['Dan Al'], dates: [localTime(BEGUN).slice(0, 10), ''] };
  expect(acts).toEqual([{ do: 'report', report }]);
  expect(state.report).toHaveBeenCalledTimes(2);
});

test('a report that lacks nothing says so', async () => {
  const state = event();
  const dates = ['2026-11-27', '2026-11-28'];
  state.report = () => Promise.resolve({ report: { city: 'Uppsala', federation: 'SWE', chief_arbiter: 'Cia Ek', deputies: [], dates }, gaps: [] });
  shown = mount(EventFiles, { target: document.body, props: { event: state, view } });
  flushSync();
  button(t.events.report.title).click();
  await settle();
  expect(document.body.textContent).toContain(t.events.report.complete);
  expect(document.body.textContent).not.toContain(t.events.report.proposed);
  expect(input(t.events.report.date(1)).value).toBe('2026-11-27');
});

async function results(kind: 'swiss' | 'round_robin') {
  const shownView = { ...view, facts: { ...facts, format: { kind } } } as unknown as EventView;
  shown = mount(Results, { target: document.body, props: { event: event(), view: shownView } });
  await settle();
}

test('a forfeit is entered with notice unless the arbiter ticks that there was none', async () => {
  await results('swiss');
  const deadline = new Date(BEGUN + 30 * 60_000);
  expect(document.body.textContent).toContain(t.events.arbiter.results.defaultTime(30, deadline.getTime()));
  const words = t.events.arbiter.results;
  type(words.result, '1');
  expect(document.body.textContent).not.toContain(words.withoutNotice);
  type(words.result, '-');
  button(t.events.enterResult).click();
  await settle();
  type(words.result, '-');
  input(words.withoutNotice).click();
  flushSync();
  button(t.events.enterResult).click();
  await settle();
  const entered = { do: 'result', round: 1, board: 1, game: 1, outcome: '-/+' };
  expect(acts).toEqual([entered, { ...entered, without_notice: true }]);
});

test('in a table everybody keeps their place', async () => {
  await results('round_robin');
  type(t.events.arbiter.results.result, '-');
  expect(document.body.textContent).not.toContain(t.events.arbiter.results.withoutNotice);
});

test('players read the default time of an event over the board', async () => {
  shown = mount(Programme, { target: document.body, props: { event: event(), view } });
  await settle();
  expect(document.querySelector('dl')?.textContent).toContain(`${t.events.programme.defaultTime} ${t.events.programme.minutes(30)}`);
});

test.each([
  [5, 'seconds', 5],
  [120, 'minutes', 2],
] as const)('a pause of %i seconds between rounds is said in %s', async (pause, unit, count) => {
  shown = mount(Programme, { target: document.body, props: { event: event(), view: { ...view, facts: { ...view.facts, pause } } } });
  await settle();
  expect(document.querySelector('dl')?.textContent).toContain(`${t.events.programme.pause} ${t.events.programme[unit](count)}`);
});
