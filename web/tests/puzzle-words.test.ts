// SPDX-License-Identifier: AGPL-3.0-or-later
// What the pages of puzzles say, and where the keyboard stays.
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { languages } from '../src/locale';
import { account } from '../src/platform/account.svelte';
import type { PuzzleAnswer, PuzzleSetLists, PuzzleView, RaceView } from '../src/platform/protocol';
import Actions from '../src/puzzles/Actions.svelte';
import { noticeOf } from '../src/puzzles/notice';
import Outcome from '../src/puzzles/Outcome.svelte';
import { rememberRace } from '../src/puzzles/race/own.svelte';
import NewRace from '../src/puzzles/race/NewRace.svelte';
import OwnRace from '../src/puzzles/race/OwnRace.svelte';
import NewSet from '../src/puzzles/sets/NewSet.svelte';
import SetsView from '../src/puzzles/sets/SetsView.svelte';
import { wrongNumbers } from '../src/puzzles/sets/sets.svelte';
import { Run } from '../src/puzzles/run.svelte';
import { Solver } from '../src/puzzles/solver.svelte';
import ThemeChoice from '../src/puzzles/ThemeChoice.svelte';

const FEN = '6k1/3q1p1p/8/3N4/8/8/5PPP/6K1 w - - 1 2';
const move = (uci: string, san: string) => ({ uci, san, fen: FEN, check: false, clock_ms: null });
const PUZZLE: PuzzleView = {
  id: 'a1',
  before: FEN,
  mistake: move('e7d7', 'Qd7'),
  position: { fen: FEN, check: false, legal: ['d5f6', 'f2f4'] },
  solver: 'white',
  rating: { points: 1200, provisional: true },
  tried: null,
  missed: null,
  counts: true,
};
const WRONG: PuzzleAnswer = { played: move('f2f4', 'f4'), verdict: { kind: 'wrong' }, done: null };
const THEMES = { themes: ['fork'], openings: [], lacks_openings: false, puzzles: 9 };

let sent: string[] = [];
/** By the path that is asked for. */
let answers: Record<string, unknown> = {};
let shown: object | undefined;

beforeEach(async () => {
  vi.useFakeTimers();
  for (const part of ['puzzles', 'races', 'report'] as const) await languages.need(part);
  await languages.speak('en');
  vi.stubGlobal('fetch', (path: string, init?: RequestInit) => {
    sent.push(`${init?.method ?? 'GET'} ${path}`);
    const answer = answers[path.split('?')[0] ?? ''];
    return Promise.resolve(new Response(JSON.stringify(answer ?? null), { status: answer === undefined ? 404 : 200 }));
  });
});

afterEach(async () => {
  if (shown) await unmount(shown);
  shown = undefined;
  sent = [];
  answers = {};
  account.me = null;
  localStorage.clear();
  sessionStorage.clear();
  location.hash = '';
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const wait = async () => {
  await vi.advanceTimersByTimeAsync(1000);
  flushSync();
};
const button = (name: string) => [...document.querySelectorAll<HTMLButtonElement>('button')].find(({ textContent }) => textContent === name);

async function solving(more: Partial<PuzzleView> = {}): Promise<Solver> {
  const solver = new Solver();
  answers['/api/page/puzzles'] = { puzzle: { ...PUZZLE, ...more }, player: { rating: PUZZLE.rating, tried: 1 } };
  void solver.next();
  await wait();
  return solver;
}

test('numbers that no set can have are named at their fields, and nothing is sent', async () => {
  const [count, ratings, order] = ['Choose 1 to 60 puzzles.', 'Ratings go from 100 to 4000.', '“Rating from” must be lower than “Rating to”.'];
  for (const [typed, expected] of [
    [['8', '400', '1400'], ['', '', '']],
    [[' 60 ', '100', '4000'], ['', '', '']],
    [['500', '400', '1400'], [count, '', '']],
    [['0', '400', '1400'], [count, '', '']],
    [['', '400', '1400'], [count, '', '']],
    [['1.5', '-4', 'many'], [count, ratings, ratings]],
    [['8', '1400', '400'], ['', order, '']],
    [['8', '400', '400'], ['', order, '']],
    [['8', '400', '99999'], ['', '', ratings]],
  ] as const) {
    const [first, from, to] = typed;
    expect(Object.values(wrongNumbers(first, from, to)), typed.join()).toEqual(expected);
  }
  answers['/api/page/puzzle-themes'] = THEMES;
  shown = mount(NewSet, { target: document.body });
  await wait();
  const [name, number] = document.querySelectorAll<HTMLInputElement>('input.field');
  for (const [field, typed] of [[name, 'Forks'], [number, '500']] as const) {
    if (!field) throw new Error('a field is missing');
    field.value = typed;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
  flushSync();
  button('Make set')?.click();
  await wait();
  expect(document.querySelector('[role=alert]')?.textContent).toBe(count);
  expect(number?.getAttribute('aria-invalid')).toBe('true');
  expect(sent.filter((call) => call.startsWith('POST'))).toEqual([]);
});

test('a race is for the class of whoever has one, unless they say otherwise', async () => {
  answers['/api/page/puzzle-themes'] = THEMES;
  const isOn = () => document.querySelector<HTMLInputElement>('[role=switch]')?.checked;
  answers['/api/page/puzzle-pupils'] = [{ name: 'cara', real_name: null, shares_name: false }];
  shown = mount(NewRace, { target: document.body });
  // The page was opened by its address: who is logged in is known later.
  account.me = { name: 'Tia', role: 'organiser' } as typeof account.me;
  await wait();
  expect(isOn()).toBe(true);
  expect(document.body.textContent).toContain('Protected accounts can join only with this on.');
  await unmount(shown);
  account.me = { name: 'Ada', role: 'admin' } as typeof account.me;
  shown = mount(NewRace, { target: document.body });
  await wait();
  expect(isOn(), 'an administrator with pupils').toBe(true);
  document.querySelector<HTMLInputElement>('[role=switch]')?.click();
  await wait();
  expect(isOn()).toBe(false);
  await unmount(shown);
  answers['/api/page/puzzle-pupils'] = [];
  shown = mount(NewRace, { target: document.body });
  await wait();
  expect(isOn(), 'one without').toBe(false);
});

test('whoever has made a race finds the way back to it until it is over', async () => {
  const race = (more: Partial<RaceView>) => ({ stage: 'running', starts_in_ms: 0, left_ms: 65_400, may_remove: true, has_joined: false, ...more });
  const said = async (answer: unknown) => {
    answers['/api/page/puzzle-races/r1-7'] = answer;
    shown = mount(OwnRace, { target: document.body });
    await vi.advanceTimersByTimeAsync(0);
    flushSync();
    const link = document.querySelector<HTMLAnchorElement>('a[href="#/race/r1-7"]');
    return link?.textContent ?? null;
  };
  const close = async () => shown && (await unmount(shown));
  expect(await said(race({})), 'none was made').toBe(null);
  await close();
  rememberRace('r1-7');
  expect(await said(race({ stage: 'waiting' }))).toBe('Your race: not started yet');
  await close();
  expect(await said(race({ stage: 'over' }))).toBe(null);
  await close();
  expect(await said(undefined), 'it is gone').toBe(null);
  await close();
  expect(await said(race({}))).toBe('Your race: 1:06');
  await wait();
  expect(document.querySelector('a')?.textContent).toBe('Your race: 1:05');
  await vi.advanceTimersByTimeAsync(66_000);
  flushSync();
  expect(document.querySelector('a')).toBe(null);
});

test('where no puzzle has the themes that were chosen, nobody is said to have tried them all', async () => {
  const solver = new Solver();
  answers['/api/page/puzzles'] = { puzzle: null, player: null };
  const none = async (themes: string[], opening = '') => {
    solver.wish = { themes, opening, shift: 0 };
    await solver.next();
    return noticeOf(solver);
  };
  expect(await none([])).toBe('You have tried every puzzle here.');
  expect(await none(['fork'])).toBe('No other puzzle with this theme. Choose another.');
  expect(await none(['fork'], 'Dutch')).toBe('No other puzzle with these themes. Choose another.');
});

test('the keyboard stays with the buttons when a hint, the solution or a reason was asked for, and goes to the board for another move', async () => {
  const solver = await solving();
  let toBoard = 0;
  shown = mount(Actions, { target: document.body, props: { solver, onkeys: () => (toBoard += 1) } });
  flushSync();
  const press = async (name: string) => {
    const pressed = button(name);
    pressed?.focus();
    expect(document.activeElement, name).toBe(pressed);
    pressed?.click();
    await wait();
    return document.activeElement?.className.split(' ')[0];
  };
  answers['/api/page/puzzles/a1/hint'] = { from: 'd5' };
  expect(await press('Hint')).toBe('actions');
  answers['/api/page/puzzles/a1/move'] = WRONG;
  solver.move('f2', 'f4');
  await wait();
  answers['/api/page/puzzles/a1/why'] = { line: [], stands: null, reason: null };
  expect(await press('Why not?')).toBe('actions');
  await press('Try again');
  expect(toBoard).toBe(1);
  answers['/api/page/puzzles/a1/solution'] = { line: [], done: { end: 'shown', rated: null, themes: [], game: null } };
  expect(await press('Show solution')).toBe('actions');
  void solver.begins('streak');
  await wait();
  expect(await press('Leave streak')).toBe('actions');
  expect(toBoard).toBe(2);
});

test('a run says whether the time or the mistakes ended it', async () => {
  const over = (run: Run) => {
    const solver = new Solver();
    solver.run = run;
    return noticeOf(solver);
  };
  const missed = new Run('rush');
  for (const id of ['a', 'b', 'c']) missed.miss(id);
  expect(over(missed)).toBe('Three mistakes: 0 solved. Your best: 0.');
  const late = new Run('rush');
  await vi.advanceTimersByTimeAsync(181_000);
  expect(over(late)).toBe('Time’s up: 0 solved. Your best: 0.');
  const left = new Run('rush');
  left.end();
  expect(over(left)).toBe('Rush over: 0 solved. Your best: 0.');
});

test('the own mistake of a game is known again', async () => {
  const solver = await solving();
  const ofGame = { id: 'a1', fen: FEN, solver: 'white', rating: PUZZLE.rating, last: null, played: 'f4' } as const;
  solver.set = { id: 's1', name: 'Today', due: null, version: 1, is_own: false, may_assign: false, puzzles: [ofGame] };
  answers['/api/page/puzzles/a1/move'] = WRONG;
  solver.move('f2', 'f4');
  await wait();
  expect(noticeOf(solver)).toBe('That’s what you played in the game.');
  solver.set = { ...solver.set, puzzles: [{ ...ofGame, played: 'Nb6' }] };
  expect(noticeOf(solver)).toBe('That’s not it.');
});

test('a puzzle of the class says why it is not rated', async () => {
  account.hint = 'Cara';
  const said = async (more: Partial<PuzzleView>) => {
    shown = mount(Outcome, { target: document.body, props: { solver: await solving(more) } });
    flushSync();
    const text = document.querySelector('.outcome p')?.textContent.trim();
    await unmount(shown);
    shown = undefined;
    return text;
  };
  expect(await said({ counts: false })).toBe('From a game of your class. Not rated.');
  expect(await said({ counts: true })).toBe('Rated');
  account.hint = null;
  expect(await said({ counts: false }), 'a guest').toBe('Not rated');
});

test('a teacher’s list of sets has no count that the class’s could be taken for', async () => {
  const own = [{ id: 's1', name: 'Forks', due: null, puzzles: 7, solved: 2 }];
  const said = async (has_class: boolean) => {
    answers['/api/page/puzzle-sets'] = { own, assigned: [], has_class, race: null } satisfies PuzzleSetLists;
    account.me = { name: 'Tia', role: has_class ? 'organiser' : 'player' } as typeof account.me;
    shown = mount(SetsView, { target: document.body });
    await wait();
    const text = document.querySelector('li .muted')?.textContent;
    await unmount(shown);
    shown = undefined;
    return text;
  };
  expect([await said(true), await said(false)]).toEqual(['7 puzzles', '2 of 7 solved']);
});

test('the number of themes stands apart from the word', async () => {
  const solver = await solving();
  solver.wish = { themes: ['fork'], opening: '', shift: 0 };
  shown = mount(ThemeChoice, { target: document.body, props: { solver } });
  flushSync();
  expect(document.querySelector('summary')?.textContent).toBe('Themes\u00a0· 1');
});
