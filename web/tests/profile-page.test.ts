// SPDX-License-Identifier: AGPL-3.0-or-later
// A profile is shown only once it is known who reads it: the buttons for its reader stand above the rest.
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';
import { languages, t } from '../src/locale';
import ProfilePage from '../src/people/ProfilePage.svelte';
import { account } from '../src/platform/account.svelte';
import type { Me } from '../src/platform/protocol';

const none = { won: 0, drawn: 0, lost: 0 };
const profile = {
  name: 'Boris', role: 'player', title: null, online: false, playing: null, since: 0, closed: false, bio: '', ratings: [],
  results: { white: none, black: none }, best_wins: [], following: false, blocking: false, note: '', you: false,
};
const before = account.asked;
let page: object | undefined;
afterEach(async () => {
  if (page) await unmount(page);
  [account.asked, account.me] = [before, null];
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

test('nothing is shown until it is known who reads, and then all that they may do', async () => {
  await languages.need('profile');
  let know = () => undefined as void;
  account.asked = new Promise((resolve) => (know = resolve));
  const asked: string[] = [];
  vi.stubGlobal('fetch', (address: string) => {
    asked.push(address);
    return Promise.resolve(Response.json(address.endsWith('/Boris') ? profile : { games: [], next: null, white: [], black: [] }));
  });
  page = mount(ProfilePage, { target: document.body, props: { name: 'Boris' } });
  await vi.waitFor(() => expect(asked).toContain('/api/page/players/Boris'));
  // By then the answer is there.
  await new Promise((later) => setTimeout(later, 20));
  flushSync();
  expect(document.querySelector('h1'), 'the server has not said who reads').toBeNull();
  account.me = { name: 'Anna', role: 'player' } as Me;
  know();
  await vi.waitFor(() => expect(document.querySelector('h1')?.textContent).toContain('Boris'));
  expect(document.querySelector('header .actions')?.textContent).toContain(t.profile.challenge);
});
