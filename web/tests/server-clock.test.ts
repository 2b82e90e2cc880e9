// SPDX-License-Identifier: AGPL-3.0-or-later
// A device whose clock is wrong by an hour counts by the server's clock.
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import CopyAge from '../src/events/arbiter/CopyAge.svelte';
import { until } from '../src/events/arbiter/chunks';
import type { EventState } from '../src/events/event.svelte';
import Countdown from '../src/lobby/Countdown.svelte';
import { languages } from '../src/locale';
import type { EventCopy } from '../src/platform/protocol';
import { serverClock } from '../src/platform/server-clock.svelte';

const MINUTE = 60_000;
const HERE = Date.UTC(2026, 4, 1, 18);
/** The server is an hour ahead of this device. */
const SERVER = HERE + 60 * MINUTE;

let shown: object | undefined;

beforeEach(async () => {
  await languages.need('events');
  vi.useFakeTimers();
  vi.setSystemTime(HERE);
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ now: SERVER })));
});

afterEach(async () => {
  if (shown) await unmount(shown);
  shown = undefined;
  vi.useRealTimers();
  vi.unstubAllGlobals();
  serverClock.take(0, 0, 0);
});

test('a copy that is ten minutes old is ten minutes old on a device that is an hour slow', async () => {
  const copy: EventCopy = { folder: '/stick', at: SERVER - 10 * MINUTE, now: SERVER, behind: 0, problem: null };
  shown = mount(CopyAge, { target: document.body, props: { event: { copy: async () => copy } as unknown as EventState } });
  await vi.advanceTimersByTimeAsync(0);
  flushSync();
  expect(document.body.textContent).toContain('10 minutes ago');
});

test('a round that begins in four minutes does so on a device that is an hour slow', async () => {
  shown = mount(Countdown, { target: document.body, props: { round: 2, at: SERVER + 4 * MINUTE } });
  await vi.advanceTimersByTimeAsync(1_000);
  flushSync();
  expect(document.body.textContent).toContain('3:59');
  expect(until(SERVER + 4 * MINUTE, serverClock.now())).toBe('3:59');
});

test('an answer that took its time says what time it was in the middle', () => {
  serverClock.take(SERVER, HERE - 2_000, HERE);
  expect(serverClock.now()).toBe(SERVER + 1_000);
});
