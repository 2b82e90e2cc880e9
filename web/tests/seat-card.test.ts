// SPDX-License-Identifier: AGPL-3.0-or-later
// The card of a game that waits for a friend: which link it gives, and whether a phone can scan it.
import { mount, unmount } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';
import SeatCard from '../src/live/SeatCard.svelte';
import { t } from '../src/locale';
import * as api from '../src/platform/api';
import type { ServerInfo } from '../src/platform/protocol';
import { newGameAsWhite } from './support';

let shown: object | undefined;

afterEach(async () => {
  if (shown) await unmount(shown);
  shown = undefined;
  document.body.replaceChildren();
});

/** Shows the card in a browser of the server's own computer, which calls it `localhost`. */
function show(told: Pick<ServerInfo, 'lan_urls' | 'public_url' | 'loopback'>): void {
  vi.mocked(api.serverInfo).mockResolvedValueOnce(told as ServerInfo);
  shown = mount(SeatCard, { target: document.body, props: { game: newGameAsWhite().game } });
}

const link = () => document.querySelector('input')?.value;
const code = () => document.querySelector('svg[role=img]');
const others = () => [...document.querySelectorAll('li')].map((line) => line.textContent);

test('a friend is sent where others open the site, and a phone scans the same', async () => {
  show({ lan_urls: ['http://192.168.0.7:8080', 'http://tabiya.local:8080'], public_url: null, loopback: false });
  await vi.waitFor(() => expect(code()).not.toBeNull());
  expect(link()).toBe(`http://192.168.0.7:8080${location.pathname}`);
  expect(others()).toEqual([`http://tabiya.local:8080${location.pathname}`]);
  expect(document.body.textContent).not.toContain(t.seat.loopback);
});

test('a site with an address of its own is opened by that, also where its server listens to a proxy alone', async () => {
  show({ lan_urls: [], public_url: 'https://chess.example', loopback: true });
  await vi.waitFor(() => expect(code()).not.toBeNull());
  expect(link()).toBe(`https://chess.example${location.pathname}`);
  expect(document.body.textContent).not.toContain(t.seat.loopback);
});

test('where only this computer opens the site the card says so, and has nothing to scan', async () => {
  show({ lan_urls: [], public_url: null, loopback: true });
  await vi.waitFor(() => expect(document.body.textContent).toContain(t.seat.loopback));
  expect(link()).toBe(location.href);
  expect(code()).toBeNull();
});
