// SPDX-License-Identifier: AGPL-3.0-or-later
// What the start page says besides games: the event that runs or comes next, and the puzzle of the day.
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';
import { nextOf } from '../src/events/next';
import News from '../src/home/News.svelte';
import { languages } from '../src/locale';
import type { EventListed } from '../src/platform/protocol';
import { isDaily } from '../src/puzzles/views';

const NOW = Date.UTC(2026, 10, 27, 20);
const event = (id: string, stage: EventListed['stage'], starts: number): EventListed =>
  ({ id, name: `Event ${id}`, stage, starts, round: 0, rounds: 5, players: 4, rated: false, over_the_board: false, time: null }) as unknown as EventListed;

let shown: object | undefined;
afterEach(async () => {
  if (shown) await unmount(shown);
  shown = undefined;
  vi.unstubAllGlobals();
});

test('an event that runs is named before one to come, and the soonest before one without a start', () => {
  const [running, soon, later, undated] = [event('r', 'running', 1), event('s', 'announced', NOW + 1), event('l', 'announced', NOW + 2), event('u', 'announced', NOW - 9)];
  expect(nextOf([undated, later, soon, running], NOW)?.id).toBe('r');
  expect(nextOf([undated, later, soon], NOW)?.id).toBe('s');
  expect(nextOf([undated], NOW)?.id).toBe('u');
  expect(nextOf([], NOW)).toBeNull();
});

async function open(answer: Response): Promise<void> {
  await languages.need('home');
  vi.stubGlobal('fetch', () => Promise.resolve(answer));
  shown = mount(News, { target: document.body });
  flushSync();
}

test('one line each leads to the puzzle of the day and to the event', async () => {
  await open(new Response(JSON.stringify({ current: [event('abcd1234', 'running', 1)], past: [], may_create: false })));
  const texts = () => [...document.querySelectorAll('section p')].map((line) => line.textContent.replace(/\s+/g, ' ').trim());
  await vi.waitFor(() => expect(texts()).toEqual(['Daily puzzle', 'Event abcd1234 running now']));
  const [daily, of] = [...document.querySelectorAll('a')].map((link) => link.getAttribute('href'));
  expect(isDaily(new URL(daily ?? '', 'http://x').hash)).toBe(true);
  expect(of).toBe('/event/abcd1234');
});

test('a site that shows its events to its players alone leaves the other line', async () => {
  await open(new Response('{"error":{"code":"needs_account","message":"Log in."}}', { status: 401 }));
  await new Promise((resolve) => setTimeout(resolve, 0));
  flushSync();
  expect([...document.querySelectorAll('section p')].map((line) => line.textContent.trim())).toEqual(['Daily puzzle']);
});
