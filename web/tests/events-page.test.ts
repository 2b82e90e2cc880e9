// SPDX-License-Identifier: AGPL-3.0-or-later
// Who may create events finds the way to it, or what is missing.
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';
import EventCard from '../src/events/EventCard.svelte';
import EventsPage from '../src/events/EventsPage.svelte';
import NewEventPage from '../src/events/NewEventPage.svelte';
import { languages, t } from '../src/locale';
import { door } from '../src/people/door.svelte';
import { account } from '../src/platform/account.svelte';
import type { EventListed, Me } from '../src/platform/protocol';
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

test.each([
  ['says when it begins', 'announced', 3_600_000, (at: number) => t.when.moment(at)],
  ['says that it has not started, where nobody has said when it does', 'announced', -3_600_000, () => t.events.stages.announced],
  ['says on which day it was played', 'finished', -3_600_000, (at: number) => `${t.events.stages.finished} · ${t.when.date(at)}`],
] as const)('the card of an event %s', async (_, stage, from, expected) => {
  await languages.need('events');
  const starts = Date.now() + from;
  const event = { id: '00000007', name: 'Friday', format: { kind: 'swiss', rounds: 5 }, time: null, players: 8, sections: [], stage, starts } as unknown as EventListed;
  app = mount(EventCard, { target: document.body, props: { event } });
  flushSync();
  expect(document.querySelector('.small')?.textContent).toBe(`${t.events.players(8)} · ${expected(starts)}`);
});
