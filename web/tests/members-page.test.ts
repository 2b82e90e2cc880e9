// SPDX-License-Identifier: AGPL-3.0-or-later
// The list of members as its page shows it: to organisers, to whoever was one, and with a damaged card.
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import MembersPage from '../src/events/members/MembersPage.svelte';
import { languages, t } from '../src/locale';
import { account } from '../src/platform/account.svelte';

let page: object | undefined;
beforeEach(() => languages.need('events'));
afterEach(async () => {
  if (page) await unmount(page);
  page = undefined;
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

const card = { name: 'Berg, Ann', rating: 1900, title: '', federation: '', fide: '', national_id: '', national_rating: null, birth: '', sex: null, club: '', note: '', child: false };

/** Shows the page to an account with this role, and returns the addresses that it asks. */
function show(role: string, answer: () => Response): string[] {
  const asked: string[] = [];
  vi.spyOn(account, 'me', 'get').mockReturnValue({ name: 'Olga', role } as typeof account.me);
  vi.spyOn(account, 'isKnown', 'get').mockReturnValue(true);
  vi.stubGlobal('fetch', (address: string) => {
    asked.push(address);
    return Promise.resolve(answer());
  });
  page = mount(MembersPage, { target: document.body });
  flushSync();
  return asked.filter((address) => address.includes('/members'));
}
const listed = (damaged: number) => () => Response.json({ total: 1, damaged, members: [{ number: 1, version: 1, card }] });
const buttons = () => [...document.querySelectorAll('button')].map((one) => one.textContent?.trim());

test('whoever was an organiser sees the own list on a press, exports members and erases them, and changes none', async () => {
  expect(show('player', listed(0)), 'no call that may be refused').toEqual([]);
  expect(document.body.textContent).toContain(t.events.refused({ kind: 'list_not_yours' }));
  [...document.querySelectorAll('button')].find((one) => one.textContent === t.events.memberList.former)!.click();
  await vi.waitFor(() => expect(document.body.textContent).toContain('Ann'));
  expect(document.querySelector('a[download]')?.getAttribute('href')).toBe('/api/page/members/1');
  expect(buttons()).toContain(t.events.members.erase);
  expect(buttons()).not.toContain(t.events.memberList.change);
  expect(document.querySelector('textarea')).toBeNull();
  expect(document.body.textContent).not.toContain(t.events.refused({ kind: 'list_not_yours' }));
});

test('whoever never kept one is told so', async () => {
  show('player', () => Response.json({ error: { code: 'forbidden', message: 'no' }, refusal: { kind: 'list_not_yours' } }, { status: 403 }));
  document.querySelector<HTMLButtonElement>('main button')!.click();
  await vi.waitFor(() => expect(document.querySelector('[role=alert]')?.textContent).not.toBe(''));
  expect(document.querySelector('ul')).toBeNull();
});

test('organisers change members and add lists, and are told of cards that are damaged', async () => {
  show('organiser', listed(2));
  await vi.waitFor(() => expect(document.body.textContent).toContain(t.events.memberList.damaged(2)));
  expect(buttons()).toContain(t.events.memberList.change);
  expect(document.querySelector('textarea')).not.toBeNull();
});
