// SPDX-License-Identifier: AGPL-3.0-or-later
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { read } from '../src/platform/api';
import { reach } from '../src/platform/reach.svelte';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  reach.found();
});

/** A server that says nothing to the first questions, and this to the next one. */
function silentFor(questions: number, answer: object) {
  const asked = vi.fn((_path: string, init?: RequestInit) => {
    if (asked.mock.calls.length > questions) return Promise.resolve(new Response(JSON.stringify(answer)));
    return new Promise<Response>((_, reject) => init?.signal?.addEventListener('abort', () => reject(new Error('aborted'))));
  });
  vi.stubGlobal('fetch', asked);
  return asked;
}

test('a question whose answer was lost is asked once more', async () => {
  const asked = silentFor(1, { name: 'Anna' });
  const answer = read('/api/page/me');
  await vi.advanceTimersByTimeAsync(19_999);
  expect(asked).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await answer).toEqual({ name: 'Anna' });
  expect(asked).toHaveBeenCalledTimes(2);
  expect(reach.isLost).toBe(false);
});

test('one that was answered is not asked again', async () => {
  const asked = silentFor(0, { name: 'Anna' });
  expect(await read('/api/page/me')).toEqual({ name: 'Anna' });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveBeenCalledTimes(1);
});
