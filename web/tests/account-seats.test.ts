// SPDX-License-Identifier: AGPL-3.0-or-later
// A seat at the venue of an event that this browser is given while other tabs are open.
import { afterEach, expect, test, vi } from 'vitest';
import { account } from '../src/platform/account.svelte';
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
