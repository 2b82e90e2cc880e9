// SPDX-License-Identifier: AGPL-3.0-or-later
// The desk asks before a result ends a running game, and says when printed cards lead nowhere any more.
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import StaleCards from '../src/events/arbiter/StaleCards.svelte';
import type { EventState } from '../src/events/event.svelte';
import EventFiles from '../src/events/EventFiles.svelte';
import ResultField from '../src/events/ResultField.svelte';
import { languages, t } from '../src/locale';
import * as api from '../src/platform/api';
import type { EventAct, EventBoardView, EventView, ServerInfo } from '../src/platform/protocol';

const LAN = 'http://192.168.0.7:8080';

let shown: object | undefined;
const settle = async () => {
  await new Promise((done) => setTimeout(done));
  flushSync();
};

beforeEach(async () => {
  await languages.need('events');
  // jsdom knows no dialogs.
  HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
    this.open = true;
  };
});

afterEach(async () => {
  if (shown) await unmount(shown);
  shown = undefined;
  vi.restoreAllMocks();
});

function field(game: string | null) {
  const acts: EventAct[] = [];
  const event = { act: async (act: EventAct) => acts.push(act) > 0, nameOf: (id: number) => `Player ${id}`, isBusy: false } as unknown as EventState;
  const board = { number: 3, white: 1, black: 2, online: game !== null, left: false, games: [{ game, turned: false, outcome: null, typed: null }], table: null } as unknown as EventBoardView;
  shown = mount(ResultField, { target: document.body, props: { event, board, round: 1, number: 3 } });
  flushSync();
  const select = document.querySelector('select')!;
  select.value = '0-1';
  select.dispatchEvent(new Event('change', { bubbles: true }));
  flushSync();
  return acts;
}

test('a result of a wooden board is entered at once', () => {
  expect(field(null)).toEqual([{ do: 'result', round: 1, board: 3, game: 1, outcome: '0-1' }]);
});

test('a result of a running game is entered once the question is answered', async () => {
  const acts = field('abc');
  expect(acts).toEqual([]);
  expect(document.body.textContent).toContain(t.events.arbiter.results.running.title(3));
  const yes = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === t.events.arbiter.results.running.yes);
  yes?.click();
  await settle();
  expect(acts).toEqual([{ do: 'result', round: 1, board: 3, game: 1, outcome: '0-1' }]);
  expect(document.querySelector('dialog')).toBeNull();
});

async function stale(cards: { origin: string; elsewhere: boolean } | null): Promise<string> {
  const props = { event: { id: 'abc' } as EventState, view: { facts: { cards } } as EventView };
  shown = mount(StaleCards, { target: document.body, props });
  await settle();
  await settle();
  return document.body.textContent ?? '';
}

test('cards that lead to this server are not spoken of, others are', async () => {
  vi.spyOn(api, 'serverInfo').mockResolvedValue({ lan_urls: [LAN], public_url: null } as unknown as ServerInfo);
  for (const [cards, words] of [
    [null, ''],
    [{ origin: LAN, elsewhere: false }, ''],
    [{ origin: 'http://192.168.0.99:8080', elsewhere: false }, 'http://192.168.0.99:8080'],
    [{ origin: LAN, elsewhere: true }, t.events.venue.stale.elsewhere],
  ] as const) {
    const said = await stale(cards);
    if (words === '') expect(said.trim()).toBe('');
    else await vi.waitFor(() => expect(document.body.textContent).toContain(words));
    if (shown) await unmount(shown);
    shown = undefined;
  }
});

test('the tournament report has online games as rated where the arbiter ticks it', () => {
  const event = { file: (kind: string, online = false) => `/${kind}/${online}`, site: () => '/site' } as unknown as EventState;
  const view = { facts: { may_organise: true, format: { kind: 'swiss', rounds: 3 } }, rounds: [{ boards: [{ games: [{ game: 'abc' }] }] }] } as unknown as EventView;
  shown = mount(EventFiles, { target: document.body, props: { event, view } });
  flushSync();
  const trf = [...document.querySelectorAll('a')].find(({ textContent }) => textContent === 'TRF')!;
  expect(trf.getAttribute('href')).toBe('/trf/false');
  document.querySelector('input')!.click();
  flushSync();
  expect(trf.getAttribute('href')).toBe('/trf/true');
});
