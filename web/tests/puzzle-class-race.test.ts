// SPDX-License-Identifier: AGPL-3.0-or-later
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { languages, t } from '../src/locale';
import { account } from '../src/platform/account.svelte';
import type { NoticeView, PuzzleSetLists, RaceView } from '../src/platform/protocol';
import RacePage from '../src/puzzles/race/RaceView.svelte';
import Assigned from '../src/puzzles/sets/Assigned.svelte';
import { Solver } from '../src/puzzles/solver.svelte';

const race = (more: Partial<RaceView>): RaceView => ({
  id: 'r1',
  stage: 'waiting',
  starts_in_ms: 0,
  left_ms: 90_000,
  may_start: false,
  may_join: false,
  may_remove: false,
  has_joined: false,
  was_removed: false,
  is_of_class: true,
  may_repeat: false,
  next: null,
  racers: [{ number: 1, name: 'Cara', score: 2, missed: 1, is_you: false, leads_class: false }],
  puzzle: null,
  played: [],
  ...more,
});
/** As the class's organiser sees it, who does not race. */
const ofTeacher = (more: Partial<RaceView>) => race({ may_start: true, may_join: true, may_remove: true, ...more });

let answer: unknown;
let shown: object | undefined;

beforeEach(async () => {
  for (const part of ['puzzles', 'races', 'report', 'board', 'bell'] as const) await languages.need(part);
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify(answer ?? null))));
});

afterEach(async () => {
  if (shown) await unmount(shown);
  shown = undefined;
  vi.unstubAllGlobals();
});

async function open(view: RaceView): Promise<void> {
  answer = view;
  shown = mount(RacePage, { target: document.body, props: { id: 'r1' } });
  await vi.waitFor(() => expect(document.querySelector('.puzzle-notice')?.textContent).not.toBe(''));
  flushSync();
}

const codes = () => document.querySelectorAll('.board-area svg[role="img"]').length;

test('who leads a race shows its code until it starts, and nobody else does', async () => {
  await open(ofTeacher({}));
  expect(codes()).toBe(1);
  if (shown) await unmount(shown);
  await open(race({ may_join: true }));
  expect(codes()).toBe(0);
});

const primary = () => [...document.querySelectorAll('.actions .primary')].map((button) => button.textContent);

test('who leads the race of the class sees the standings in place of a board, and is not asked to join', async () => {
  await open(ofTeacher({ stage: 'running', may_start: false }));
  expect(document.querySelectorAll('.board-area tbody tr')).toHaveLength(1);
  expect(document.querySelectorAll('tbody tr'), 'they stand once').toHaveLength(1);
  expect(primary()).toEqual([]);
  if (shown) await unmount(shown);
  await open(ofTeacher({ racers: [] }));
  expect(primary(), 'the class is waited for').toEqual([]);
  if (shown) await unmount(shown);
  await open(ofTeacher({}));
  expect(primary()).toEqual(['Start']);
  if (shown) await unmount(shown);
  await open(race({ may_join: true }));
  expect(primary(), 'a pupil').toEqual(['Join']);
});

test('after a race nobody but its leader is led to another one', async () => {
  await open(race({ stage: 'over', has_joined: true }));
  expect(primary(), 'a pupil').toEqual([]);
  if (shown) await unmount(shown);
  await open(ofTeacher({ stage: 'over', may_start: false, may_repeat: true }));
  expect(primary()).toEqual(['Race again']);
});

test('no button leads a racer away before the race is over', async () => {
  const away = () => document.querySelectorAll('.actions a[href="#/"]').length;
  for (const [stage, expected] of [
    ['waiting', 0],
    ['starting', 0],
    ['running', 0],
    ['over', 1],
  ] as const) {
    await open(race({ stage, has_joined: true }));
    expect(away(), stage).toBe(expected);
    if (shown) await unmount(shown);
  }
  await open(race({ may_join: true }));
  expect(away(), 'nobody is in it yet').toBe(1);
});

test('a pupil is led to the race of the class, which says so in every language', async () => {
  const notice = { id: 1, at: 0, kind: 'race', text: '', name: '', outcome: null, place: null, read: false } satisfies NoticeView;
  for (const [tag, told, line] of [
    ['de', 'Ein Rennen für deine Klasse: mach jetzt mit.', 'Rennen: jetzt mitmachen'],
    ['fr', 'Une course pour votre classe\u00a0: participez maintenant.', 'Course\u00a0: participer maintenant'],
    ['es', 'Una carrera para tu clase: únete ahora.', 'Carrera: únete ahora'],
    ['en', 'A race for your class: join now.', 'Race: join now'],
  ] as const) {
    await languages.speak(tag);
    expect([t.bell.notice(notice), t.races.joinNow]).toEqual([told, line]);
  }
  account.me = { name: 'Cara', role: 'player' } as typeof account.me;
  answer = { own: [], assigned: [], has_class: false, race: 'Ab12Cd34' } satisfies PuzzleSetLists;
  shown = mount(Assigned, { target: document.body, props: { solver: new Solver() } });
  await vi.waitFor(() => expect(document.querySelector('a[href="#/race/Ab12Cd34"]')?.textContent).toBe('Race: join now'));
  expect(document.querySelector('h2')?.textContent).toBe('For your class');
  account.me = null;
});
