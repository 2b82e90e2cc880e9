// SPDX-License-Identifier: AGPL-3.0-or-later
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Reach } from '../src/platform/reach.svelte';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a server that is gone is asked again until it is back, and pages hear of it once', async () => {
  let isThere = false;
  const reach = new Reach(async () => isThere);
  reach.lost();
  expect(reach.isLost).toBe(true);
  await vi.advanceTimersByTimeAsync(10_000);
  expect([reach.isLost, reach.returns]).toEqual([true, 0]);
  isThere = true;
  await vi.advanceTimersByTimeAsync(3_000);
  expect([reach.isLost, reach.returns]).toEqual([false, 1]);
  reach.found();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(reach.returns).toBe(1);
});

test('connections that end without a word are blocked where the server answers, and lost where it does not', async () => {
  let isThere = true;
  const reach = new Reach(async () => isThere);
  await reach.silence();
  await reach.silence();
  expect(reach.isBlocked, 'twice may be a restart').toBe(false);
  await reach.silence();
  expect([reach.isBlocked, reach.isLost]).toEqual([true, false]);
  reach.heard();
  expect(reach.isBlocked).toBe(false);
  isThere = false;
  for (let count = 0; count < 3; count += 1) await reach.silence();
  expect([reach.isBlocked, reach.isLost]).toEqual([false, true]);
});
