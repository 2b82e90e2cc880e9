// SPDX-License-Identifier: AGPL-3.0-or-later
// A helper's phone at a match of two games: which game a result is for, and whose colours stand there.
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';
import HelperPage from '../src/events/arbiter/HelperPage.svelte';
import { EventState } from '../src/events/event.svelte';
import { languages, t } from '../src/locale';
import type { HelperCall, HelperView } from '../src/platform/protocol';

const first = { white: 'Ann', black: 'Bo', outcome: '1/2-1/2', typed: false };
const second = { white: 'Bo', black: 'Ann', outcome: null, typed: false };

let app: ReturnType<typeof mount> | undefined;
afterEach(async () => {
  if (app) await unmount(app);
  document.body.replaceChildren();
});

/** The page of a code, and what it sends. */
async function show(deputy: boolean) {
  await languages.need('events');
  const view: HelperView = { name: 'Cup', number: 9, round: 1, first: 1, last: 1, deputy, may_dispute: false, boards: [{ number: 1, games: [first, second], online: false, disputed: false }], link: 'a'.repeat(32) };
  const event = new EventState('00000007');
  const sent: Omit<HelperCall, 'code'>[] = [];
  vi.spyOn(event, 'help').mockImplementation((_, asked = {}) => {
    sent.push(asked);
    return Promise.resolve(view);
  });
  app = mount(HelperPage, { target: document.body, props: { event, code: '12345678' } });
  await vi.waitFor(() => expect(document.querySelector('ul button')).not.toBeNull());
  return sent;
}

async function press(words: string) {
  const button = [...document.querySelectorAll('button')].find((one) => one.textContent?.trim() === words);
  expect(button, words).toBeDefined();
  button!.click();
  flushSync();
  await Promise.resolve();
}

test('the names have the colours of the game that is played now, and the result says which game it is', async () => {
  const sent = await show(false);
  const row = document.querySelector<HTMLButtonElement>('ul button')!;
  expect(row.textContent).toContain(t.events.typed.gameOf(2));
  row.click();
  flushSync();
  expect(document.querySelector('h2')?.textContent).toContain(t.events.typed.gameOf(2));
  const words = t.events.arbiter.phone;
  expect([...document.querySelectorAll('button')].map((one) => one.textContent?.trim()), 'a helper corrects nothing').not.toContain(t.events.typed.gameOf(1));
  await press(words.won('Bo', true));
  await press(words.yes);
  expect(sent.at(-1)?.result).toEqual({ round: 1, board: 1, game: 2, seen: 9, outcome: '1-0' });
});

test('a deputy chooses the first game, and its colours stand there', async () => {
  const sent = await show(true);
  document.querySelector<HTMLButtonElement>('ul button')!.click();
  flushSync();
  await press(t.events.typed.gameOf(1));
  const words = t.events.arbiter.phone;
  await press(words.won('Ann', true));
  await press(words.yes);
  expect(sent.at(-1)?.result).toEqual({ round: 1, board: 1, game: 1, seen: 9, outcome: '1-0' });
});
