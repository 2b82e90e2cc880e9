// SPDX-License-Identifier: AGPL-3.0-or-later
import { beforeAll, expect, test } from 'vitest';
import { languages, t } from '../src/locale';
import { when } from '../src/people/days';
import type { NoticeView } from '../src/platform/protocol';

const notice = (change: Partial<NoticeView>): NoticeView => ({
  id: 1,
  at: 0,
  kind: 'result',
  text: '',
  name: '',
  outcome: null,
  place: null,
  read: false,
  ...change,
});

beforeAll(() => languages.need('bell'));

test('a notice names the opponent, but no guest', async () => {
  await languages.speak('en');
  expect(t.bell.notice(notice({ outcome: 'aborted', name: 'Bea' }))).toBe('Your game against Bea was aborted.');
  expect(t.bell.notice(notice({ outcome: 'aborted' }))).toBe('Your game was aborted.');
  expect(t.bell.notice(notice({ outcome: 'won' }))).toBe('You won.');
  expect(t.bell.notice(notice({ kind: 'your_move' }))).toBe('Your move.');
});

test.each(['de', 'es', 'fr'])('no notice says "undefined" or leaves a gap, %s', async (tag) => {
  await languages.speak(tag);
  for (const outcome of ['won', 'lost', 'drawn', 'aborted'] as const) {
    for (const name of ['', 'Bea']) expect(t.bell.notice(notice({ outcome, name }))).toMatch(/^\S+( \S+)*\.$/);
  }
});

test('a notice of today says at which time it came, an older one the date too', async () => {
  await languages.speak('en');
  await languages.need('dialogs');
  const at = (day: number, hour: number) => new Date(2026, 10, day, hour).getTime();
  expect(when(at(22, 9), at(22, 23))).toBe('09:00');
  expect(when(at(22, 9), at(23, 0))).toBe('22 Nov, 09:00');
});
