// SPDX-License-Identifier: AGPL-3.0-or-later
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { languages, t } from '../src/locale';
import { when } from '../src/people/days';
import { notices } from '../src/people/notices.svelte';
import { addressOf, linesOf } from '../src/people/told';
import type { NoticeView } from '../src/platform/protocol';

// The page asks for it as soon as it is loaded.
vi.hoisted(() => Object.assign(globalThis, { isSecureContext: true }));

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
afterEach(() => void vi.unstubAllGlobals());

test('a notice names the opponent, but no guest', async () => {
  await languages.speak('en');
  expect(t.bell.notice(notice({ outcome: 'aborted', name: 'Bea' }))).toBe('Your game against Bea was aborted.');
  expect(t.bell.notice(notice({ outcome: 'aborted' }))).toBe('Your game was aborted.');
  expect(t.bell.notice(notice({ outcome: 'lost_by_forfeit', name: 'Bea' }))).toBe('You didn’t make your first move against Bea: lost by forfeit.');
  expect(t.bell.notice(notice({ outcome: 'lost_by_forfeit_and_paused', name: 'Bea' }))).toBe(
    'You didn’t make your first move against Bea: lost by forfeit. You aren’t paired until you rejoin.',
  );
  expect(t.bell.notice(notice({ outcome: 'won' }))).toBe('You won.');
  expect(t.bell.notice(notice({ kind: 'your_move' }))).toBe('Your move.');
});

test('a notice names the level of the computer', async () => {
  for (const [tag, words] of [
    ['en', 'Your move against the computer (level 3).'],
    ['de', 'Du bist am Zug gegen den Computer (Stufe 3).'],
    ['fr', 'À vous de jouer contre l’ordinateur (niveau 3).'],
    ['es', 'Te toca jugar contra la máquina (nivel 3).'],
  ] as const) {
    await languages.speak(tag);
    expect(t.bell.notice(notice({ kind: 'your_move', level: 3 }))).toBe(words);
  }
});

test('a notice of puzzles names the set', async () => {
  for (const [tag, words] of [
    ['en', 'New puzzles for you: Forks.'],
    ['de', 'Neue Aufgaben für dich: Forks.'],
    ['fr', 'De nouveaux problèmes pour vous\u00a0: Forks.'],
    ['es', 'Tienes problemas nuevos: Forks.'],
  ] as const) {
    await languages.speak(tag);
    expect(t.bell.notice(notice({ kind: 'puzzles', name: 'Forks', place: { page: 'puzzles', set: 'AbCd1234' } }))).toBe(words);
  }
});

test('a notice leads to what it is about, and one of puzzles to its set', () => {
  expect(addressOf({ page: 'home' })).toBe('/');
  expect(addressOf({ page: 'game', id: 'AbCd1234' })).toBe('/game/AbCd1234');
  expect(addressOf({ page: 'event', id: 'AbCd1234' })).toBe('/event/AbCd1234');
  expect(addressOf({ page: 'puzzles', set: 'AbCd1234' })).toBe('/puzzles#/in/AbCd1234');
  expect(addressOf({ page: 'puzzles', set: null }), 'a race stands on the page').toBe('/puzzles');
});

test('moves to be made against one opponent are one line, which leads to the start page; no other lines are merged', async () => {
  await languages.speak('en');
  const game = (id: string) => ({ page: 'game', id }) as const;
  const lines = linesOf([
    notice({ id: 6, kind: 'your_move', level: 3, place: game('a'), read: true }),
    notice({ id: 5, kind: 'your_move', name: 'Bea', place: game('b'), read: true }),
    notice({ id: 4, kind: 'your_move', level: 3, place: game('c') }),
    notice({ id: 3, outcome: 'won', name: 'Bea', place: game('d') }),
    notice({ id: 2, outcome: 'won', name: 'Bea', place: game('e') }),
    notice({ id: 1, kind: 'your_move', level: 3, place: game('f'), read: true }),
  ]);
  expect(lines.map(({ notice: { id }, count, place, isRead }) => [id, count, place, isRead])).toEqual([
    [6, 3, { page: 'home' }, false],
    [5, 1, game('b'), true],
    [3, 1, game('d'), false],
    [2, 1, game('e'), false],
  ]);
  expect(lines.map(({ notice: first, count }) => t.bell.notice(first, count)).slice(0, 2)).toEqual([
    'Your move in 3 games against the computer (level 3).',
    'Your move against Bea.',
  ]);
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

test('an older answer that comes later changes nothing', async () => {
  const answers: ((told: NoticeView[]) => void)[] = [];
  const ask = () => new Promise<Response>((resolve) => answers.push((told) => resolve(new Response(JSON.stringify(told)))));
  vi.stubGlobal('fetch', ask);
  const [first, second] = [notices.load(), notices.load()];
  answers[1]?.([notice({ id: 2, read: true })]);
  await second;
  answers[0]?.([notice({ id: 2 })]);
  await first;
  expect(notices.all.map(({ id, read }) => [id, read])).toEqual([[2, true]]);
});
