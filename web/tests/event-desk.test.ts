// SPDX-License-Identifier: AGPL-3.0-or-later
// What the desk says of a correction, asks before changes are dropped, and opens for a dispute.
import { flushSync, mount, tick, unmount } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';
import Leaving from '../src/events/arbiter/Leaving.svelte';
import { partOf } from '../src/events/arbiter/parts';
import Results from '../src/events/arbiter/Results.svelte';
import { EventState } from '../src/events/event.svelte';
import { languages, t } from '../src/locale';
import type { EventView } from '../src/platform/protocol';

const NAMES = ['Ann', 'Bo'];
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

test('“Correct it” opens the board, with the cursor at its result', async () => {
  await languages.need('events');
  expect(partOf('#results=2-3')).toEqual({ part: 'results', code: '2-3' });
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  const event = new EventState('00000007');
  const queue = vi.spyOn(event, 'queue').mockResolvedValue();
  app = mount(Results, { target: document.body, props: { event, view: view(round('started', '1-0'), round('started', '1-0', null, '0-1')), place: '2-3' } });
  flushSync();
  const result = document.activeElement as HTMLInputElement;
  expect([field(t.events.arbiter.results.board)?.value, result === field(t.events.arbiter.results.result)]).toEqual(['3', true]);
  result.value = '1';
  result.dispatchEvent(new Event('input', { bubbles: true }));
  flushSync();
  document.querySelector('form')?.requestSubmit();
  await tick();
  expect(queue).toHaveBeenCalledWith({ do: 'result', round: 2, board: 3, game: 1, outcome: '1-0' });
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
