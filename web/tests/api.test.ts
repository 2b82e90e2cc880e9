// SPDX-License-Identifier: AGPL-3.0-or-later
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { read } from '../src/platform/api';
import { reach } from '../src/platform/reach.svelte';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const readMe = () => read<object>('/api/page/me');

/** A server that answers each question when the test says so. */
function asked() {
  const answers: ((told: object) => void)[] = [];
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => answers.push((told) => resolve(new Response(JSON.stringify(told))))));
  return answers;
}

test('a question whose answer was lost is asked once more', async () => {
  const answers = asked();
  const before = reach.returns;
  const read = readMe();
  await vi.advanceTimersByTimeAsync(19_999);
  expect(answers).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(answers).toHaveLength(2);
  answers[1]?.({ name: 'Anna' });
  expect(await read).toEqual({ name: 'Anna' });
  // The server was in reach, so no page is drawn anew.
  expect([reach.isLost, reach.returns]).toEqual([false, before]);
});

test('an answer that is slow is taken all the same', async () => {
  const answers = asked();
  const read = readMe();
  await vi.advanceTimersByTimeAsync(30_000);
  answers[0]?.({ name: 'Anna' });
  expect(await read).toEqual({ name: 'Anna' });
});

test('a question that was answered is not asked again', async () => {
  const answers = asked();
  const read = readMe();
  answers[0]?.({ name: 'Anna' });
  expect(await read).toEqual({ name: 'Anna' });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(answers).toHaveLength(1);
});
