// SPDX-License-Identifier: AGPL-3.0-or-later
// Who may create events finds the way to it, or what is missing.
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';
import EventsPage from '../src/events/EventsPage.svelte';
import NewEventPage from '../src/events/NewEventPage.svelte';
import { languages, t } from '../src/locale';
import { door } from '../src/people/door.svelte';
import { account } from '../src/platform/account.svelte';
import type { Me } from '../src/platform/protocol';
import SetsView from '../src/puzzles/sets/SetsView.svelte';
import TodayView from '../src/puzzles/today/TodayView.svelte';

let app: ReturnType<typeof mount> | undefined;
afterEach(async () => {
  if (app) await unmount(app);
  account.me = null;
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

/** The links of the list's head. */
async function links(me: Partial<Me> | null, may_create: boolean): Promise<string[]> {
  await languages.need('events');
  account.me = me as Me | null;
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ current: [], past: [], may_create, series: [] })));
  app = mount(EventsPage, { target: document.body });
  await vi.waitFor(() => expect(document.body.textContent).toContain(t.events.calendar));
  flushSync();
  return [...document.querySelectorAll<HTMLAnchorElement>('.top a')].map((link) => `${link.textContent} ${link.getAttribute('href')}`);
}

test.each([
  ['an organiser without a second factor is led to set it up', { role: 'organiser', second_factor: false }, false, ['Set up two-factor login to run events /settings#second-factor']],
  ['an organiser who may creates one', { role: 'organiser', second_factor: true }, true, ['Members /members', 'New event /events/new']],
  ['a player sees neither', { role: 'player', second_factor: false }, false, []],
  ['a guest sees neither', null, false, []],
] as const)('%s', async (_, me, may, shown) => expect(await links(me, may)).toEqual(shown));

test.each([
  ['a guest who may not create events yet finds the ways in', NewEventPage, 'events'],
  ['a guest who may not keep sets of puzzles yet finds the ways in', SetsView, 'puzzles'],
  ['a guest who may not make lessons yet finds the ways in', TodayView, 'puzzles'],
] as const)('%s', async (_, page, texts) => {
  await languages.need(texts);
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  account.isKnown = true;
  app = mount(page as typeof NewEventPage, { target: document.body });
  flushSync();
  const ways = [...document.querySelectorAll<HTMLButtonElement>('main button')];
  expect(ways.map((way) => way.textContent)).toEqual([t.account.logIn, t.account.register]);
  ways[0]?.click();
  expect(door.open).toBe('logIn');
  door.open = null;
});

test('a player reads at once that only organisers and staff create events, and whom to ask', async () => {
  await languages.need('events');
  account.isKnown = true;
  account.me = { name: 'Ann', role: 'player' } as unknown as Me;
  app = mount(NewEventPage, { target: document.body });
  flushSync();
  expect(document.querySelector('main')?.textContent).toContain('Only organisers and staff create events here. To become an organiser, ask an admin');
  expect(document.querySelector('form')).toBeNull();
});

test('events stand in the order of their start, with the time, and a mark on those that were entered', async () => {
  await languages.need('events');
  const listed = (id: string, stage: string, starts: number, more: object = {}) =>
    ({ id, name: id, format: { kind: 'swiss', rounds: 3 }, time: null, over_the_board: false, chess960: false, players: 2, round: 1, rounds: 3, starts, planned: true, entered: false, stage, sections: [], ...more }) as unknown;
  const day = 86_400_000;
  const current = [listed('late', 'announced', 9 * day), listed('open', 'announced', day, { planned: false }), listed('soon', 'announced', 3 * day, { entered: true }), listed('now', 'running', 2 * day)];
  const past = [listed('older', 'finished', day), listed('newer', 'finished', 2 * day)];
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ current, past, may_create: false, series: [] })));
  app = mount(EventsPage, { target: document.body });
  await vi.waitFor(() => expect(document.querySelectorAll('.cards li')).toHaveLength(6));
  const cards = [...document.querySelectorAll('.cards li')];
  expect(cards.map((card) => card.querySelector('strong')?.textContent)).toEqual(['now', 'soon', 'late', 'open', 'newer', 'older']);
  const [now, soon, , open, newer] = cards.map((card) => card.textContent ?? '');
  expect(soon).toContain(`Starts ${t.when.moment(3 * day)} · You’ve entered`);
  expect(newer).toContain(`Ended, began ${t.when.moment(2 * day)}`);
  for (const other of [now, open]) expect(other).not.toMatch(/Starts|entered/);
});
