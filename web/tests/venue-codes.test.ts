// SPDX-License-Identifier: AGPL-3.0-or-later
// Two players whose accounts are on another computer play each other: each has a code, and a slip with it.
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import Slips from '../src/events/arbiter/sheets/Slips.svelte';
import VenueCodes from '../src/events/arbiter/VenueCodes.svelte';
import type { EventState } from '../src/events/event.svelte';
import { languages, t } from '../src/locale';
import * as api from '../src/platform/api';
import type { EventRoundView, EventView, ServerInfo } from '../src/platform/protocol';

const entrants = ['Ann', 'Bob', 'Cid', 'Dora'].map((name, place) => ({ id: place + 1, name, has_account: false, title: '', team: null }));
const board = (number: number, online: boolean) => ({ number, white: 2 * number - 1, black: 2 * number, online, left: false, games: [{ game: null, turned: false, outcome: null, typed: null }], table: null });
const round = { boards: [board(1, true), board(2, false)], paired: 7 } as unknown as EventRoundView;
const view = { rounds: [round], entrants, facts: { name: 'Evening', teams: null } } as unknown as EventView;
const seat = (entrant: number, code: string) => ({ round: 1, board: 1, entrant, code, link: code.repeat(4) });
const event = {
  id: '00000007',
  seats: async () => [seat(1, '11112222'), seat(2, '33334444')],
  nameOf: (id: number) => entrants[id - 1]?.name,
  entrant: (id: number) => entrants[id - 1],
} as unknown as EventState;

let shown: object | undefined;
const settle = async () => {
  await new Promise((done) => setTimeout(done));
  flushSync();
};

beforeEach(async () => {
  await languages.need('events');
  vi.spyOn(api, 'serverInfo').mockResolvedValue({ lan_urls: ['http://192.168.0.7:8080'], public_url: null } as unknown as ServerInfo);
});

afterEach(async () => {
  if (shown) await unmount(shown);
  shown = undefined;
  vi.restoreAllMocks();
});

test('both players of a board have a code, and one QR code is shown at a time', async () => {
  shown = mount(VenueCodes, { target: document.body, props: { event, view } });
  await settle();
  const names = () => [...document.querySelectorAll('li bdi')].map(({ textContent }) => textContent);
  expect(names()).toEqual(['Ann', 'Bob']);
  const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === t.events.venue.seats.show('Bob'));
  button?.click();
  flushSync();
  expect(document.querySelectorAll('.qr')).toHaveLength(1);
});

test('each of them has a slip of their own, and a wooden board has one for both', async () => {
  shown = mount(Slips, { target: document.body, props: { event, view, round, number: 1 } });
  await settle();
  const slips = [...document.querySelectorAll('.slip')].map((slip) => slip.querySelector('.digits')?.textContent ?? 'signed');
  expect(slips).toEqual(['1111 2222', '3333 4444', 'signed']);
});
