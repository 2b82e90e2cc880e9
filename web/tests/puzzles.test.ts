// SPDX-License-Identifier: AGPL-3.0-or-later
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { languages, t } from '../src/locale';
import type { MoveView, PuzzleAnswer, PuzzleDone, PuzzleView, Refusal } from '../src/platform/protocol';
import { account } from '../src/platform/account.svelte';
import { settings } from '../src/platform/settings.svelte';
import { recall, remember } from '../src/platform/storage';
import Actions from '../src/puzzles/Actions.svelte';
import History from '../src/puzzles/History.svelte';
import Modes from '../src/puzzles/Modes.svelte';
import { noticeOf, toneOf } from '../src/puzzles/notice';
import Outcome from '../src/puzzles/Outcome.svelte';
import { Run, RUSH } from '../src/puzzles/run.svelte';
import { Solver } from '../src/puzzles/solver.svelte';
import { choices, themeName } from '../src/puzzles/themes';

const BEFORE = '6k1/4qp1p/8/3N4/8/8/5PPP/6K1 b - - 0 1';
const AFTER = '6k1/3q1p1p/8/3N4/8/8/5PPP/6K1 w - - 1 2';
const FORKED = '6k1/3q1p1p/5N2/8/8/8/5PPP/6K1 b - - 2 2';
const REPLIED = '8/3q1pkp/5N2/8/8/8/5PPP/6K1 w - - 3 3';

const move = (uci: string, san: string, fen: string, check = false): MoveView => ({ uci, san, fen, check, clock_ms: null });
const PUZZLE: PuzzleView = {
  id: 'abc',
  before: BEFORE,
  mistake: move('e7d7', 'Qd7', AFTER),
  position: { fen: AFTER, check: false, legal: ['d5f6', 'd5e7', 'f2f4'] },
  solver: 'white',
  rating: { points: 1200, provisional: true },
  tried: null,
  missed: null,
  counts: true,
};
const PLAYER = { rating: { points: 1500, provisional: true }, tried: 3 };
const done = (end: PuzzleDone['end'], points: number | null): PuzzleDone => ({
  end,
  rated: points === null ? null : [PLAYER.rating, { points, provisional: true }],
  themes: end === 'failed' ? [] : ['fork'],
  game: null,
});
const RIGHT: PuzzleAnswer = {
  played: move('d5f6', 'Nf6+', FORKED, true),
  verdict: { kind: 'right', reply: move('g8g7', 'Kg7', REPLIED), position: { fen: REPLIED, check: false, legal: ['f6d7'] } },
  done: null,
};
const WRONG: PuzzleAnswer = { played: move('f2f4', 'f4', AFTER), verdict: { kind: 'wrong' }, done: done('failed', 1400) };
const SOLVED: PuzzleAnswer = { played: move('f6d7', 'Nxd7', REPLIED), verdict: { kind: 'solved' }, done: done('solved', 1590) };

const asked: string[] = [];
let answers: unknown[] = [];

beforeEach(async () => {
  vi.useFakeTimers();
  await Promise.all([languages.need('puzzles'), languages.need('report'), languages.need('races')]);
  vi.stubGlobal('fetch', (path: string, init?: RequestInit) => {
    asked.push(`${init?.method ?? 'GET'} ${path} ${typeof init?.body === 'string' ? init.body : ''}`.trim());
    const answer = answers.shift();
    const [status, body] = answer instanceof Response ? [answer.status, answer] : [200, new Response(JSON.stringify(answer))];
    return Promise.resolve(status === 200 ? body : (answer as Response));
  });
});

afterEach(() => {
  asked.length = 0;
  remember('puzzles.passed', []);
  sessionStorage.clear();
  answers = [];
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function begun(): Promise<Solver> {
  answers.push({ puzzle: PUZZLE, player: PLAYER });
  const solver = new Solver();
  void solver.next();
  await vi.runAllTimersAsync();
  return solver;
}

async function play(solver: Solver, from: string, to: string, answer: unknown): Promise<void> {
  answers.push(answer);
  solver.move(from, to);
  await vi.runAllTimersAsync();
}

test('the mistake is seen first, then it is the solver’s move', async () => {
  answers.push({ puzzle: PUZZLE, player: null });
  const solver = new Solver();
  void solver.next();
  await vi.advanceTimersByTimeAsync(10);
  expect([solver.line.fen, solver.mayMove]).toEqual([BEFORE, false]);
  await vi.runAllTimersAsync();
  expect([solver.line.fen, solver.mayMove, solver.line.lastMove]).toEqual([AFTER, true, ['e7', 'd7']]);
  expect(solver.destinations.get('d5')).toEqual(['f6', 'e7']);
  expect(noticeOf(solver)).toBe('Find the best move for White.');
});

test('a right move brings the reply, and the last one the rating', async () => {
  const solver = await begun();
  await play(solver, 'd5', 'f6', RIGHT);
  expect([solver.line.fen, solver.stage, solver.line.moves.length]).toEqual([REPLIED, 'solve', 3]);
  await play(solver, 'f6', 'd7', SOLVED);
  expect(asked.at(-1)).toBe('POST /api/page/puzzles/abc/move {"moves":["d5f6","f6d7"]}');
  expect([solver.stage, solver.isSpoilt, solver.player?.rating.points, solver.player?.tried]).toEqual(['solved', false, 1590, 4]);
  expect([noticeOf(solver), toneOf(solver), solver.done?.themes]).toEqual(['Solved.', 'right', ['fork']]);
  expect(solver.mayMove).toBe(false);
});

test('a wrong move is explained, taken back, and then the puzzle is solved without a rating', async () => {
  const solver = await begun();
  await play(solver, 'f2', 'f4', WRONG);
  expect([solver.stage, solver.player?.rating.points, toneOf(solver)]).toEqual(['wrong', 1400, 'refusal']);
  answers.push({ line: [move('d7d5', 'Qxd5', BEFORE)], reason: { kind: 'allows_mate', moves: 2 } });
  void solver.explain();
  expect(noticeOf(solver)).toBe('Looking for the reply…');
  await vi.runAllTimersAsync();
  expect(asked.at(-1)).toBe('POST /api/page/puzzles/abc/why {"moves":["f2f4"]}');
  expect([noticeOf(solver), solver.line.moves.length]).toEqual(['Allows mate in 2.', 3]);
  solver.again();
  expect([solver.stage, solver.line.fen, solver.line.moves.length, solver.why]).toEqual(['solve', AFTER, 1, null]);
  await play(solver, 'd5', 'f6', RIGHT);
  await play(solver, 'f6', 'd7', { ...SOLVED, done: done('solved', null) });
  expect([solver.stage, noticeOf(solver), solver.done?.rated?.[1].points]).toEqual(['solved', 'That’s it.', 1400]);
});

test('where no reason is proved, the answer is played move by move, and how it stands is said', async () => {
  const solver = await begun();
  await play(solver, 'f2', 'f4', WRONG);
  const line = ['Qxd5', 'h3', 'Qd1+', 'Kh2'].map((san) => move('d7d5', san, BEFORE));
  answers.push({ line, reason: null, stands: { kind: 'cp', cp: -150 } });
  void solver.explain();
  await vi.advanceTimersByTimeAsync(100);
  expect([noticeOf(solver), solver.line.moves.length]).toEqual(['Black is better after Qxd5.', 3]);
  await vi.runAllTimersAsync();
  expect(solver.line.moves.length).toBe(6);
  for (const [stands, said] of [
    [{ kind: 'cp', cp: 10 }, 'After Qxd5 the game is equal.'],
    [{ kind: 'cp', cp: 400 }, 'White is winning after Qxd5.'],
    [{ kind: 'mate', moves: -3 }, 'Black mates in 3, with Qxd5 first.'],
    [null, 'The answer is Qxd5.'],
  ] as const) {
    solver.why = { line, reason: null, stands };
    expect(noticeOf(solver)).toBe(said);
  }
  // Whoever takes the move back before all is played sees no more of it.
  solver.again();
  await play(solver, 'f2', 'f4', WRONG);
  answers.push({ line, reason: null, stands: null });
  void solver.explain();
  await vi.advanceTimersByTimeAsync(100);
  solver.again();
  await vi.runAllTimersAsync();
  expect([solver.stage, solver.line.moves.length]).toEqual(['solve', 1]);
});

test('a move that still wins costs nothing', async () => {
  const solver = await begun();
  await play(solver, 'f2', 'f4', { ...WRONG, verdict: { kind: 'good' }, done: null });
  expect([solver.stage, noticeOf(solver), solver.isSpoilt, solver.done]).toEqual(['good', 'Good, but there is better.', false, null]);
  solver.again();
  expect(solver.mayMove).toBe(true);
});

test('a hint names the piece, and the solution is played out', async () => {
  const solver = await begun();
  answers.push({ from: 'd5' });
  const shown = mount(Outcome, { target: document.body, props: { solver } });
  const said = () => (flushSync(), document.body.textContent.trim());
  expect(said()).toBe('Rated');
  await solver.hint();
  expect(said()).toBe('Not rated');
  void unmount(shown);
  expect([solver.hinted, noticeOf(solver), solver.isSpoilt]).toEqual(['d5', 'Try the piece on d5.', true]);
  answers.push({ line: [RIGHT.played, move('g8g7', 'Kg7', REPLIED), SOLVED.played], done: done('shown', null) });
  const played = solver.solution();
  await vi.advanceTimersByTimeAsync(100);
  expect([solver.stage, solver.line.ply]).toEqual(['shown', 2]);
  await vi.runAllTimersAsync();
  await played;
  expect([solver.stage, solver.line.moves.length, solver.line.ply]).toEqual(['shown', 4, 4]);
});

test('whoever turns to a move of the solution is left there', async () => {
  const solver = await begun();
  answers.push({ line: [RIGHT.played, move('g8g7', 'Kg7', REPLIED), SOLVED.played], done: done('shown', null) });
  void solver.solution();
  await vi.advanceTimersByTimeAsync(800);
  expect(solver.line.ply).toBe(3);
  solver.line.review(1);
  await vi.runAllTimersAsync();
  expect(solver.line.ply).toBe(1);
});

test('what was rated is said as rated, and practice as not rated', async () => {
  const solver = await begun();
  const shown = mount(Outcome, { target: document.body, props: { solver } });
  const said = () => (flushSync(), document.querySelector('.outcome p')?.textContent.replaceAll(/\s+/g, ' ').trim());
  await play(solver, 'f2', 'f4', WRONG);
  expect(said()).toBe('Rated · your rating is still settling');
  const settled = { provisional: false };
  solver.done = { ...done('failed', null), rated: [{ points: 1500, ...settled }, { points: 1400, ...settled }] };
  expect(said()).toBe('Rated −100');
  answers.push({ puzzle: PUZZLE, player: PLAYER });
  void solver.begins('rush');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(said()).toBe('Not rated');
  solver.endRun();
  answers.push(new Response(JSON.stringify({ error: { code: 'puzzle_withdrawn', message: 'It was withdrawn.' } }), { status: 410 }));
  await solver.next('gone');
  expect(said()).toBe('');
  void unmount(shown);
});

test('a guest’s browser remembers the last fifty puzzles, and of an account those that were skipped', async () => {
  localStorage.clear();
  const asking = () => new URL(asked.at(-1)?.slice('GET '.length) ?? '', 'http://x').searchParams.get('except')?.split(',') ?? [];
  const one = async (solver: Solver, id: string) => {
    answers.push({ puzzle: { ...PUZZLE, id }, player: null });
    void solver.next();
    await vi.runAllTimersAsync();
  };
  const solver = new Solver();
  for (let number = 0; number < 60; number += 1) await one(solver, `p${number}`);
  expect([asking().length, asking()[0], asking().at(-1)]).toEqual([50, 'p9', 'p58']);
  // Loaded again. What somebody wrote there by hand is not sent.
  remember('puzzles.passed', ['p58', 7, 'not an id', 'p59']);
  const other = new Solver();
  await one(other, 'p60');
  expect(asking()).toEqual(['p58', 'p59']);

  account.hint = 'ann';
  const ann = new Solver();
  for (const id of ['a1', 'a2', 'a3']) await one(ann, id);
  expect(asking()).toEqual(['a1', 'a2']);
  await play(ann, 'f2', 'f4', WRONG);
  await one(ann, 'a4');
  expect(asking()).toEqual(['a1', 'a2', 'a3']);
  await one(ann, 'a5');
  expect(asking(), 'the server knows that a3 was tried').toEqual(['a1', 'a2', 'a4']);
  expect(recall<unknown[]>('puzzles.passed', []), 'nothing of an account stays in the browser').not.toContain('a1');
  account.hint = null;
  localStorage.clear();
});

const refused = (status: number, code: string) => new Response(JSON.stringify({ error: { code, message: 'a sentence in English' } }), { status, headers: { 'retry-after': '3' } });

test('a call that is lost ends nothing: the same may be done again', async () => {
  const solver = await begun();
  for (const [lost, said] of [[refused(503, 'shutting_down'), 'A sentence in English.'], [refused(429, 'too_fast'), t.waitFor(3)]] as const) {
    answers = [lost];
    solver.move('d5', 'f6');
    await vi.runAllTimersAsync();
    expect([solver.stage, solver.mayMove, noticeOf(solver), toneOf(solver)]).toEqual(['solve', true, said, 'refusal']);
  }
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
  await solver.hint();
  expect([solver.stage, noticeOf(solver)]).toEqual(['solve', t.errors.unreachable]);
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify(RIGHT))));
  solver.move('d5', 'f6');
  await vi.runAllTimersAsync();
  expect([solver.stage, noticeOf(solver)]).toEqual(['solve', 'Right, go on.']);
  expect(solver.line.tree.moves.length).toBe(3);
});

test('a reason that did not arrive is asked for again', async () => {
  const solver = await begun();
  answers = [WRONG, refused(503, 'unavailable')];
  solver.move('f2', 'f4');
  await vi.runAllTimersAsync();
  await solver.explain();
  expect([solver.why, solver.mayExplain]).toEqual(['failed', true]);
  answers = [refused(503, 'shutting_down')];
  await solver.solution();
  expect(noticeOf(solver)).not.toBe(t.puzzles.noReason);
  answers = [{ line: [], reason: null, stands: null }];
  await solver.explain();
  expect(noticeOf(solver)).toBe(t.puzzles.refuted(''));
});

test('a streak outlives a puzzle that is withdrawn, and after its end it can be asked why', async () => {
  const solver = new Solver();
  answers = [{ puzzle: PUZZLE, player: PLAYER }];
  void solver.begins('streak');
  await vi.runAllTimersAsync();
  answers = [refused(410, 'puzzle_withdrawn')];
  solver.move('d5', 'f6');
  await vi.runAllTimersAsync();
  expect([solver.stage, solver.isRunning]).toEqual(['failed', true]);
  const page = mount(Actions, { target: document.body, props: { solver, onkeys: () => undefined } });
  const press = (name: string) => [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name);
  answers = [{ puzzle: { ...PUZZLE, id: 'def' }, player: PLAYER }];
  press(t.puzzles.next)?.click();
  await vi.runAllTimersAsync();
  expect([solver.puzzle?.id, solver.stage]).toEqual(['def', 'solve']);
  answers = [WRONG];
  solver.move('f2', 'f4');
  await vi.runAllTimersAsync();
  flushSync();
  expect(solver.run?.isOver).toBe(true);
  expect([press(t.puzzles.why), press(t.puzzles.solution)].map((button) => button?.disabled)).toEqual([false, false]);
  answers = [{ line: [], reason: null, stands: null }];
  press(t.puzzles.why)?.click();
  await vi.runAllTimersAsync();
  expect(noticeOf(solver)).toBe(t.puzzles.refuted(''));
  answers = [{ line: [], done: done('shown', null) }];
  press(t.puzzles.solution)?.click();
  await vi.runAllTimersAsync();
  flushSync();
  expect(document.querySelector('a')?.textContent).toBe(t.puzzles.analyse);
  await unmount(page);
});

test('what is not there is said', async () => {
  answers.push({ puzzle: null, player: PLAYER });
  const solver = new Solver();
  await solver.next();
  expect([solver.stage, noticeOf(solver)]).toEqual(['none', 'You have tried every puzzle here.']);
  answers.push(new Response(JSON.stringify({ error: { code: 'puzzle_withdrawn', message: 'It was withdrawn.' } }), { status: 410 }));
  await solver.next('gone');
  expect([solver.stage, noticeOf(solver), asked.at(-1)]).toEqual(['failed', 'This puzzle was withdrawn. It counts for nothing, and the next one is ready.', 'GET /api/page/puzzles/gone']);
});

test('themes have names, and those that tell a length are not chosen', () => {
  expect([themeName('fork'), themeName('mateIn2'), themeName('unheardOf')]).toEqual(['Fork', 'Mate in 2', 'unheardOf']);
  expect(choices(['fork', 'short', 'backRankMate']).map(({ name }) => name)).toEqual(['Back-rank mate', 'Fork']);
});

test('a streak gets harder with each solution, is practice, and ends with the first wrong move', async () => {
  const solver = new Solver();
  answers.push({ puzzle: PUZZLE, player: PLAYER });
  void solver.begins('streak');
  await vi.runAllTimersAsync();
  expect(asked.at(-1)).toBe('GET /api/page/puzzles?points=600');
  answers.push({ ...SOLVED, done: done('solved', null) }, { puzzle: { ...PUZZLE, id: 'def' }, player: PLAYER });
  solver.move('d5', 'f6');
  await vi.runAllTimersAsync();
  expect(asked.at(-2)).toBe('POST /api/page/puzzles/abc/move {"moves":["d5f6"],"practice":true}');
  expect(asked.at(-1)).toBe('GET /api/page/puzzles?except=abc&points=640');
  expect([solver.puzzle?.id, solver.stage, solver.run?.solved]).toEqual(['def', 'solve', 1]);
  await play(solver, 'f2', 'f4', { ...WRONG, done: done('failed', null) });
  expect([solver.run?.isOver, solver.mayMove, noticeOf(solver)]).toEqual([true, false, 'Streak over: 1 solved. Your best: 1.']);
  // The next one knows the best of this browser.
  expect(new Run('streak').best).toBe(1);
});

test('a page that is loaded again says that its streak is over', async () => {
  const solver = new Solver();
  answers.push({ puzzle: PUZZLE, player: PLAYER });
  void solver.begins('streak');
  await vi.runAllTimersAsync();
  answers.push({ ...SOLVED, done: done('solved', null) }, { puzzle: { ...PUZZLE, id: 'def' }, player: PLAYER });
  solver.move('d5', 'f6');
  await vi.runAllTimersAsync();
  const again = await begun();
  expect(noticeOf(again)).toBe('The page was reloaded, which ended your streak: 1 solved. Your best: 1. Find the best move for White.');
  await play(again, 'f2', 'f4', WRONG);
  again.again();
  expect(noticeOf(again)).toBe('Find the best move for White.');
  // It is said once, and nothing of a run that somebody has ended.
  expect(noticeOf(await begun())).toBe('Find the best move for White.');
  new Run('rush').end();
  expect(noticeOf(await begun())).toBe('Find the best move for White.');
});

test('a rush ends after three wrong moves or three minutes', () => {
  let now = 1_000;
  const rush = new Run('rush', () => now);
  rush.miss('a1');
  rush.miss('a1');
  rush.solve();
  now += RUSH - 500;
  vi.advanceTimersByTime(250);
  expect([rush.left, rush.isOver, rush.points]).toEqual([500, false, 720]);
  now += 600;
  vi.advanceTimersByTime(250);
  expect([rush.left, rush.isOver, vi.getTimerCount()]).toEqual([0, true, 0]);
  rush.solve();
  expect(rush.solved).toBe(1);
  const other = new Run('rush', () => now);
  for (let misses = 0; misses < 3; misses++) other.miss('a1');
  expect([other.isOver, vi.getTimerCount()]).toEqual([true, 0]);
});

test('a puzzle that was failed and is due again is wished for', async () => {
  const solver = await begun();
  expect(asked.at(-1)).toBe('GET /api/page/puzzles?shift=0&again=true');
  await play(solver, 'f2', 'f4', WRONG);
  answers.push({ puzzle: { ...PUZZLE, id: 'def', tried: 'failed', counts: false }, player: PLAYER });
  void solver.next();
  await vi.runAllTimersAsync();
  expect([asked.at(-1), solver.puzzle?.id]).toEqual(['GET /api/page/puzzles?except=abc&shift=0&again=true', 'def']);
});

test('a puzzle that comes again says when it was missed, in every language', async () => {
  const solver = await begun();
  const shown = mount(Outcome, { target: document.body, props: { solver } });
  const said = () => (flushSync(), document.querySelector('.outcome p')?.textContent.trim());
  const at = new Date(2026, 10, 24, 12).getTime();
  solver.puzzle = { ...PUZZLE, tried: 'failed', missed: at, counts: false };
  expect(said()).toBe('You missed this on 24 Nov 2026. Not rated.');
  for (const tag of ['de', 'fr', 'es', 'en'] as const) {
    await languages.speak(tag);
    expect(said(), tag).toMatch(/24/);
  }
  solver.puzzle = { ...PUZZLE, tried: 'hinted', missed: null, counts: false };
  expect(said()).toBe('Tried before, not rated');
  void unmount(shown);
});

test('the puzzle of the day is asked for, and a faulty one is reported', async () => {
  const solver = await begun();
  answers.push({ ...PUZZLE, id: 'day' });
  void solver.daily();
  await vi.runAllTimersAsync();
  expect([asked.at(-1), solver.puzzle?.id]).toEqual(['GET /api/page/puzzle-daily', 'day']);
  answers.push({});
  await solver.report();
  expect(asked.at(-1)).toBe('POST /api/page/puzzles/day/report {}');
  expect(noticeOf(solver)).toBe('Thank you. The engine will check this puzzle again.');
});

test('an illegal move is explained, and nothing of the puzzle changes', async () => {
  const solver = await begun();
  const reason = { reason: 'does_not_move_so', piece: { color: 'white', role: 'knight' }, from: 'd5', to: 'd6' };
  answers.push({ refused: { refusal: { kind: 'illegal', reason }, message: 'a knight does not move so' } });
  void solver.attempt('d5', 'd6');
  await vi.runAllTimersAsync();
  expect(asked.at(-1)).toBe(`POST /api/page/board {"start_fen":"${AFTER}","time":null,"moves":["d5d6"],"took_ms":[0]}`);
  expect([noticeOf(solver), toneOf(solver)]).toEqual([t.refusals.word({ kind: 'illegal', reason } as Refusal, ''), 'refusal']);
  expect([solver.stage, solver.isSpoilt, solver.mayMove]).toEqual(['solve', false, true]);
  await play(solver, 'd5', 'f6', RIGHT);
  expect([noticeOf(solver), toneOf(solver)]).toEqual(['Right, go on.', 'right']);
});

test('a pawn becomes a queen at once where the person wants that, as in a game', async () => {
  const solver = await begun();
  solver.position = { fen: AFTER, check: false, legal: ['a7a8q', 'a7a8n'] };
  solver.move('a7', 'a8');
  expect(solver.promotion?.roles).toEqual(['queen', 'knight']);
  solver.promote(null);
  void settings.choose('promotion', 'queen');
  await play(solver, 'a7', 'a8', WRONG);
  void settings.choose('promotion', 'ask');
  expect([solver.promotion, asked.at(-1)]).toEqual([null, 'POST /api/page/puzzles/abc/move {"moves":["a7a8q"]}']);
});

test('themes that were chosen stay chosen when the page is loaded again, and a shift does not', async () => {
  const solver = await begun();
  solver.wish = { themes: ['fork', 'pin'], opening: 'Sicilian_Defense', shift: 1 };
  const again = await begun();
  expect(again.wish).toEqual({ themes: ['fork', 'pin'], opening: 'Sicilian_Defense', shift: 0 });
  expect(asked.at(-1)).toBe('GET /api/page/puzzles?themes=fork%2Cpin&openings=Sicilian_Defense&shift=0&again=true');
  for (const broken of ['{"themes":5}', '{"themes":["a b",7],"opening":["x"]}', '[']) {
    sessionStorage.setItem('tabiya.puzzles.wish', broken);
    expect(new Solver().wish).toEqual({ themes: [], opening: '', shift: 0 });
  }
});

test('the daily puzzle and one that was tried have addresses, so that Back leads to the puzzle before', async () => {
  const solver = await begun();
  location.hash = '#abc';
  const modes = mount(Modes, { target: document.body, props: { solver } });
  flushSync();
  [...document.querySelectorAll('button')].find((one) => one.textContent === 'Daily puzzle')?.click();
  expect(location.hash).toBe('#/daily');
  await unmount(modes);
  answers.push({ tried: [{ id: 'old', first: 'failed', last: 'failed', at: 0, change: null, rating: PLAYER.rating, fen: null, themes: [] }], before: null });
  const tried = mount(History, { target: document.body, props: { solver } });
  flushSync();
  const details = document.querySelector('details');
  if (details) details.open = true;
  await vi.runAllTimersAsync();
  flushSync();
  document.querySelector<HTMLButtonElement>('[aria-label="Try again: puzzle old"]')?.click();
  expect(location.hash).toBe('#old');
  await unmount(tried);
});

test('where a puzzle is withdrawn in a rush, the rush goes on with the next one', async () => {
  const solver = await begun();
  answers.push({ puzzle: PUZZLE, player: PLAYER });
  void solver.begins('rush');
  await vi.advanceTimersByTimeAsync(500);
  answers.push(new Response('{"error":{"code":"puzzle_withdrawn","message":"it was withdrawn"}}', { status: 410 }));
  answers.push({ puzzle: { ...PUZZLE, id: 'next' }, player: PLAYER });
  solver.move('d5', 'f6');
  await vi.advanceTimersByTimeAsync(500);
  expect([solver.puzzle?.id, solver.stage, solver.isRunning, solver.run?.solved, solver.run?.missed]).toEqual(['next', 'solve', true, 0, 0]);
  expect(noticeOf(solver)).toBe('This puzzle was withdrawn. It counts for nothing, and the next one is ready. Find the best move for White.');
  answers.push(RIGHT);
  solver.move('d5', 'f6');
  await vi.advanceTimersByTimeAsync(10);
  expect(noticeOf(solver)).toBe('Right, go on.');
  solver.endRun();
});

test('whoever asks for puzzles too fast is told to wait, and not that there is none', async () => {
  const solver = new Solver();
  answers.push(new Response('{"error":{"code":"too_fast","message":"too many"}}', { status: 429, headers: { 'retry-after': '7' } }));
  void solver.next();
  await vi.runAllTimersAsync();
  expect([solver.stage, solver.isMissing, solver.problem]).toEqual(['failed', false, t.waitFor(7)]);
});
