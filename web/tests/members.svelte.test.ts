// SPDX-License-Identifier: AGPL-3.0-or-later
// Members who are looked for at the desk: asked a moment after the last key, and the last answer counts.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MemberSearch } from '../src/events/members/search.svelte';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A search whose answers come when the test says so. */
function asked() {
  const answers = new Map<string, (found: string[]) => void>();
  const search = new MemberSearch<string>((letters) => new Promise((answer) => answers.set(letters, answer)));
  return { search, answers };
}

test('one question is asked for letters that are typed at once, and none for a single letter', async () => {
  const { search, answers } = asked();
  search.typed('b');
  await vi.advanceTimersByTimeAsync(1000);
  for (const letters of ['be', 'ber', ' berg ']) search.typed(letters);
  await vi.advanceTimersByTimeAsync(149);
  expect([...answers.keys()]).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect([...answers.keys()]).toEqual(['berg']);
  answers.get('berg')?.(['Berg, Ann']);
  await vi.advanceTimersByTimeAsync(0);
  expect(search.found).toEqual(['Berg, Ann']);
});

test('an answer that comes after a later question, or after the field was emptied, is not shown', async () => {
  const { search, answers } = asked();
  search.typed('ber');
  await vi.advanceTimersByTimeAsync(150);
  search.typed('lin');
  await vi.advanceTimersByTimeAsync(150);
  answers.get('lin')?.(['Lind, Bo']);
  await vi.advanceTimersByTimeAsync(0);
  answers.get('ber')?.(['Berg, Ann']);
  await vi.advanceTimersByTimeAsync(0);
  expect(search.found).toEqual(['Lind, Bo']);
  search.typed('berg');
  await vi.advanceTimersByTimeAsync(150);
  search.clear();
  answers.get('berg')?.(['Berg, Ann']);
  await vi.advanceTimersByTimeAsync(0);
  expect(search.found).toEqual([]);
});

test('whoever can’t wait is answered at once, and a refused question finds nobody', async () => {
  const search = new MemberSearch<string>((letters) => (letters === 'ber' ? Promise.resolve(['Berg, Ann']) : Promise.reject(new Error('too often'))));
  expect(await search.now(' ber ')).toEqual(['Berg, Ann']);
  expect(search.found).toEqual([]);
  expect(await search.now('lin')).toEqual([]);
  expect(await search.now('b')).toEqual([]);
});

test('a list of somebody else is asked about from three letters on', async () => {
  const asked: string[] = [];
  const search = new MemberSearch<string>(async (letters) => {
    asked.push(letters);
    return [letters];
  }, 3);
  expect([await search.now('be '), await search.now('ber')]).toEqual([[], ['ber']]);
  expect(asked).toEqual(['ber']);
});
