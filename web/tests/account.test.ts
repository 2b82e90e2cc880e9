// SPDX-License-Identifier: AGPL-3.0-or-later
// What other tabs and the server say of an account while this tab changes something: a seat that it is given, and a choice.
import { afterEach, expect, test, vi } from 'vitest';
import { account } from '../src/platform/account.svelte';
import { settings } from '../src/platform/settings.svelte';
import { tab } from '../src/platform/tab';

/** Channels of one browser: what one tab says, the others hear. */
class Channel extends EventTarget {
  static all: Channel[] = [];
  said: unknown[] = [];

  constructor(readonly name: string) {
    super();
    Channel.all.push(this);
  }

  postMessage(data: unknown) {
    this.said.push(data);
  }

  hear(data: unknown) {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  localStorage.clear();
  settings.take({});
});

test('a seat that is taken in one tab is learnt by all others, and said once', async () => {
  vi.stubGlobal('BroadcastChannel', Channel);
  // Nobody is logged in; a browser that remembers somebody asks what has become of them.
  vi.stubGlobal('fetch', (path: string) => Promise.resolve(new Response(path.includes('/players/') ? '{}' : 'null')));
  const renewed = vi.spyOn(tab, 'renew').mockImplementation(() => undefined);
  account.start();
  await account.asked;
  const channel = Channel.all.at(-1)!;
  renewed.mockClear();
  account.seated('event 1 2 Ann Bo');
  account.seated('event 1 2 Ann Bo');
  account.seated('event 2 1 Ann Cy');
  // The page of a seat begins anew in a tab that hears of another one, and says its own again.
  account.seated('event 1 2 Ann Bo');
  expect(channel.said).toEqual(['seated', 'seated']);
  expect(renewed).not.toHaveBeenCalled();
  const before = account.person;
  channel.hear('seated');
  expect([account.person, renewed.mock.calls.length]).toEqual([before + 1, 1]);
  // Given up with the log-out, it may be taken again.
  await account.logOut();
  account.seated('event 1 2 Ann Bo');
  expect(channel.said).toEqual(['seated', 'seated', 'changed', 'seated']);
});

test('what the server says of choices while one is on its way is older', async () => {
  vi.stubGlobal('BroadcastChannel', Channel);
  vi.spyOn(tab, 'renew').mockImplementation(() => undefined);
  const told = JSON.stringify({ name: 'Anna', player: 'a', role: 'player', settings: { captured: 'difference' } });
  let store = (): void => undefined;
  const stored = new Promise<Response>((resolve) => (store = () => resolve(new Response(null, { status: 204 }))));
  vi.stubGlobal('fetch', (_path: string, init?: RequestInit) => (init?.method === 'PUT' ? stored : Promise.resolve(new Response(told))));
  account.start();
  await account.asked;
  expect(settings.get('captured')).toBe('difference');
  const kept = settings.choose('captured', 'off');
  await account.load();
  expect(settings.get('captured')).toBe('off');
  store();
  await kept;
  await account.load();
  expect(settings.get('captured'), 'nothing is on its way any more').toBe('difference');
  // Nobody is logged in for the tests after this one.
  vi.stubGlobal('fetch', (path: string) => Promise.resolve(new Response(path.includes('/players/') ? '{}' : 'null')));
  await account.load();
  await vi.waitFor(() => expect(account.me).toBe(null));
});
