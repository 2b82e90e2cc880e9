// SPDX-License-Identifier: AGPL-3.0-or-later
// The journal of an event in words, and what the desk says and asks about what is written there.
import { flushSync, mount, tick, unmount } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';
import { whatOf, whoOf } from '../src/events/arbiter/journal';
import Journal from '../src/events/arbiter/Journal.svelte';
import Leaving from '../src/events/arbiter/Leaving.svelte';
import { partOf } from '../src/events/arbiter/parts';
import Results from '../src/events/arbiter/Results.svelte';
import { EventState } from '../src/events/event.svelte';
import { languages, t } from '../src/locale';
import { journal as english } from '../src/locale/en/events/journal';
import type { EventView, JournalLine, JournalWhat } from '../src/platform/protocol';

const NAMES = ['Ann', 'Bo'];
const name = (id: number): string => NAMES[id - 1] ?? '?';
const line = (more: Partial<JournalLine> = {}): JournalLine => ({ number: 7, at: 1_700_000_000_000, by: { kind: 'server' }, what: 'result', entrants: [1, 2], round: 3, boards: [12], text: '1-0', why: '', ...more });
const board = (outcome: string | null, number: number) => ({ number, white: 1, black: 2, games: [{ turned: false, game: null, outcome, typed: null }], online: false, left: false, postponed: false, table: null });
const round = (stage: string, ...outcomes: (string | null)[]) => ({ stage, boards: outcomes.map((outcome, place) => board(outcome, place + 1)), byes: [], half_byes: [] });
const view = (...rounds: object[]): EventView =>
  ({ id: '00000007', number: 3, me: null, rounds, standings: [], facts: { name: 'Friday', format: { kind: 'swiss', rounds: 3 }, stage: 'running', may_organise: true, player_results: false }, entrants: NAMES.map((one, place) => ({ id: place + 1, name: one })) }) as unknown as EventView;

let app: ReturnType<typeof mount> | undefined;
afterEach(async () => {
  if (app) await unmount(app);
  app = undefined;
  document.body.replaceChildren();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  await languages.speak('en');
});

const answers = (body: unknown) => vi.fn(async (..._: unknown[]) => new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } }));
const field = (label: string): HTMLInputElement | null | undefined => [...document.querySelectorAll('label')].find((one) => one.textContent?.includes(label))?.querySelector('input');

test('each entry has words in each language, and nothing is left open in them', async () => {
  for (const tag of ['en', 'de', 'fr', 'es']) {
    await languages.speak(tag);
    await languages.need('events');
    for (const what of Object.keys(english.what) as JournalWhat[]) {
      const said = whatOf(line({ what }), name);
      expect(said, `${tag} ${what}`).not.toMatch(/undefined|\{|\}/);
      expect(said.length, `${tag} ${what}`).toBeGreaterThan(3);
    }
  }
});

test('a line says who, the board, the result and the names', async () => {
  await languages.need('events');
  expect(whatOf(line(), name)).toBe('Round 3, board 12: 1–0, Ann – Bo');
  expect(whatOf(line({ what: 'withdrew', entrants: [2], boards: [], round: null, text: '' }), name)).toBe('Bo withdrew');
  expect(whoOf({ kind: 'account', name: null }, name)).toBe('closed account');
  expect(whoOf({ kind: 'entrant', entrant: 2 }, name)).toBe('Bo');
  expect(whoOf({ kind: 'code', label: 'Hall B' }, name)).toBe('helper: Hall B');
});

test('the journal shows the newest lines, and earlier ones on a press', async () => {
  await languages.need('events');
  const fetch = answers({ lines: [line({ why: 'slip was misread' })], before: 7 });
  vi.stubGlobal('fetch', fetch);
  const event = new EventState('00000007');
  vi.spyOn(event, 'nameOf').mockImplementation(name);
  app = mount(Journal, { target: document.body, props: { event, view: view() } });
  await vi.waitFor(() => expect(document.querySelectorAll('tbody tr')).toHaveLength(1));
  expect(document.querySelector('.why')?.textContent).toBe('slip was misread');
  fetch.mockImplementation(answers({ lines: [line({ number: 6 })], before: null }));
  [...document.querySelectorAll('button')].find((one) => one.textContent === t.events.journal.more)?.click();
  await vi.waitFor(() => expect(document.querySelectorAll('tbody tr')).toHaveLength(2));
  expect(String(fetch.mock.lastCall?.[0])).toContain('before=7');
  expect(document.querySelectorAll('button')).toHaveLength(0);
});

test('“Correct it” opens the board, and a correction takes a reason', async () => {
  await languages.need('events');
  expect(partOf('#results=2-3')).toEqual({ part: 'results', code: '2-3' });
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  const event = new EventState('00000007');
  const act = vi.spyOn(event, 'act').mockResolvedValue(true);
  app = mount(Results, { target: document.body, props: { event, view: view(round('started', '1-0'), round('started', '1-0', null, '0-1')), place: '2-3' } });
  flushSync();
  const result = document.activeElement as HTMLInputElement;
  expect([field(t.events.arbiter.results.board)?.value, result === field(t.events.arbiter.results.result)]).toEqual(['3', true]);
  const reason = field(t.events.journal.reason)!;
  for (const [one, text] of [[result, '1'], [reason, 'slip was misread']] as const) {
    one.value = text;
    one.dispatchEvent(new Event('input', { bubbles: true }));
  }
  flushSync();
  document.querySelector('form')?.requestSubmit();
  await tick();
  await tick();
  expect(act.mock.calls).toEqual([[{ do: 'result', round: 2, board: 3, game: 1, outcome: '1-0' }, 'slip was misread']]);
});

test('a result that is missing is asked for no reason', async () => {
  await languages.need('events');
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  app = mount(Results, { target: document.body, props: { event: new EventState('00000007'), view: view(round('started', '1-0', null)) } });
  flushSync();
  expect(field(t.events.journal.reason)).toBeUndefined();
});

test('a result that is called twice says what stood there, and who comes next is shown beside it', async () => {
  await languages.need('events');
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  const event = new EventState('00000007');
  vi.spyOn(event, 'nameOf').mockImplementation(name);
  vi.spyOn(event, 'act').mockResolvedValue(true);
  app = mount(Results, { target: document.body, props: { event, view: view(round('started', '1-0', null)), place: '1-1' } });
  flushSync();
  const enter = async (board: string, result: string) => {
    const [number, typed] = [field(t.events.arbiter.results.board), field(t.events.arbiter.results.result)];
    for (const [one, text] of [[number, board], [typed, result]] as const) {
      one!.value = text;
      one!.dispatchEvent(new Event('input', { bubbles: true }));
    }
    flushSync();
    expect(document.body.textContent?.includes(t.events.arbiter.results.has)).toBe(board === '1');
    document.querySelector('form')!.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
    for (let turn = 0; turn < 6; turn += 1) await tick();
    flushSync();
    return document.querySelector('.said')?.textContent;
  };
  expect(await enter('2', '=')).toBe('Round 1, board 2: Ann ½–½ Bo');
  expect(await enter('1', '1')).toBe('Round 1, board 1: Ann 1–0 Bo (entered before)');
  // The event that the page has says that the result is another one.
  Object.defineProperty(event, 'view', { value: view(round('started', '0-1', null)) });
  expect(await enter('1', '0')).toBe('Round 1, board 1: Ann 0–1 Bo (before: 1–0)');
  expect(document.querySelector('.who')?.textContent?.trim()).toBe('Ann – Bo');
});

test('a correction that discards the draft says so', async () => {
  await languages.need('events');
  const event = new EventState('00000007');
  const before = view(round('started', '1-0'), round('draft', null));
  Object.defineProperty(event, 'view', { value: before });
  vi.stubGlobal('fetch', answers({ ...view(round('started', '0-1')), number: 9 }));
  await event.act({ do: 'result', round: 1, board: 1, outcome: '0-1' });
  expect(event.note).toBe(t.events.draftDiscarded);
  vi.stubGlobal('fetch', answers({ ...before, number: 10 }));
  await event.act({ do: 'result', round: 1, board: 1, outcome: '0-1' });
  expect(event.note).toBe('');
});

test('whoever leaves is asked, stays with one press and leaves with the other', async () => {
  await languages.need('events');
  HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) { this.open = true; };
  HTMLDialogElement.prototype.close = function (this: HTMLDialogElement) { this.open = false; this.dispatchEvent(new Event('close')); };
  const left = vi.fn((click: Event) => click.preventDefault());
  const link = document.createElement('a');
  link.href = '#results';
  link.addEventListener('click', left);
  document.body.append(link);
  app = mount(Leaving, { target: document.body, props: { title: 'Leave?', hint: 'Not saved.', leave: 'Discard' } });
  flushSync();
  const press = (text: string) => [...document.querySelectorAll('button')].find((one) => one.textContent === text)?.click();
  link.click();
  flushSync();
  expect([left.mock.calls.length, document.querySelector('dialog')?.textContent?.includes('Not saved.')]).toEqual([0, true]);
  press(t.events.arbiter.pair.stay);
  flushSync();
  expect([left.mock.calls.length, document.querySelector('dialog')]).toEqual([0, null]);
  link.click();
  flushSync();
  press('Discard');
  flushSync();
  expect(left.mock.calls.length).toBe(1);
});
