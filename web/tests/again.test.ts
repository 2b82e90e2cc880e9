// SPDX-License-Identifier: AGPL-3.0-or-later
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { again } from '../src/platform/again';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('what fails is loaded again, after longer and longer pauses, and given once', async () => {
  const load = vi.fn<() => Promise<string>>().mockRejectedValue(new Error('lost'));
  const then = vi.fn<(loaded: string) => void>();
  again(load, then);
  const calls: number[] = [];
  for (const wait of [0, 1_000, 1_000, 1_000, 3_000, 1_000]) {
    await vi.advanceTimersByTimeAsync(wait);
    calls.push(load.mock.calls.length);
  }
  expect(calls).toEqual([1, 2, 2, 3, 3, 4]);
  load.mockResolvedValue('here');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(then.mock.calls).toEqual([['here']]);
  expect(load).toHaveBeenCalledTimes(5);
});

test('whoever has left waits for nothing', async () => {
  const load = vi.fn<() => Promise<string>>().mockRejectedValue(new Error('lost'));
  const leave = again(load, () => undefined);
  await vi.advanceTimersByTimeAsync(0);
  leave();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(load).toHaveBeenCalledTimes(1);
});
