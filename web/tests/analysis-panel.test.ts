// SPDX-License-Identifier: AGPL-3.0-or-later
// The engine beside the analysis board, practice, and the list of moves on a page.
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Analysis } from '../src/analysis/analysis.svelte';
import { fromArena } from '../src/analysis/arena';
import EngineBox from '../src/analysis/EngineBox.svelte';
import { Lesson } from '../src/analysis/lesson.svelte';
import MoveTree from '../src/analysis/MoveTree.svelte';
import { noticeOf } from '../src/analysis/notice';
import { OwnGames } from '../src/analysis/own.svelte';
import { pathTo } from '../src/analysis/tree';
import { EnginePanel } from '../src/analysis/panel.svelte';
import type { ChooseWish, Engine, EngineInfo, EngineProblem, SearchWish } from '../src/analysis/ports';
import { Practice } from '../src/analysis/practice.svelte';
import { advantageOf, chanceOf, figureOf } from '../src/analysis/score';
import { asComment } from '../src/analysis/edits';
import type { Color } from '../src/platform/protocol';
import { START_FEN } from '../src/board/fen';
import { languages } from '../src/locale';
import { HAND_RULES } from './analysis-support';

/** An engine that says what the test makes it say. */
class ToldEngine implements Engine {
  searches: { wish: SearchWish; say: (info: Partial<EngineInfo>) => void; fail: (code: string) => void }[] = [];
  chosen: ChooseWish[] = [];
  stops = 0;
  reply = 'e7e5';

  start(wish: SearchWish, onInfo: (info: EngineInfo) => void, onProblem: (problem: EngineProblem) => void): void {
    const whole = { depth: 1, nodes: 1_000, nps: 1, done: false, lines: [] };
    const fail = (code: string) => onProblem(Object.assign(new Error(code), { code }));
    this.searches.push({ wish, say: (info) => onInfo({ ...whole, ...info }), fail });
  }

  stop(): void {
    this.stops += 1;
  }

  close(): void {}

  choose(wish: ChooseWish): Promise<{ uci: string | null }> {
    this.chosen.push(wish);
    return Promise.resolve({ uci: this.reply });
  }
}

const line = (cp: number, ...pv: string[]) => ({ multipv: 1, score: { cp }, pv, san: pv });

function newPanel() {
  const board = new Analysis(HAND_RULES);
  board.begin(board.tree);
  const engine = new ToldEngine();
  const panel = new EnginePanel(board, () => engine);
  panel.choose({ isOn: true, lines: 1, best: true, others: false, endless: false });
  return { board, engine, panel };
}

beforeEach(() => localStorage.clear());
afterEach(() => vi.useRealTimers());

describe('the engine', () => {
  test('searches what is looked at, with the moves before it, and begins anew only for something else', async () => {
    const { board, engine, panel } = newPanel();
    panel.follow();
    panel.follow();
    expect(engine.searches.length).toBe(1);
    await board.make('e2e4');
    panel.follow();
    expect(engine.searches.at(-1)?.wish).toMatchObject({ fen: START_FEN, moves: ['e2e4'], lines: 1, until: { depth: 24 } });
    panel.choose({ lines: 4, endless: true });
    panel.follow();
    expect(engine.searches.at(-1)?.wish.lines).toBe(4);
    expect(engine.searches.at(-1)?.wish.until).toBeUndefined();
  });

  test('shows what the other side threatens: in red, and not in the bar, and never in check', async () => {
    const { board, engine, panel } = newPanel();
    await vi.waitFor(() => expect(board.placed).not.toBeNull());
    panel.follow();
    expect(engine.searches[0]?.wish.threat).toBe(false);
    engine.searches[0]?.say({ lines: [line(0, 'e2e4')] });
    const share = panel.share;
    panel.isThreat = true;
    panel.follow();
    expect([engine.searches[1]?.wish.threat, panel.mover]).toEqual([true, 'black']);
    engine.searches[1]?.say({ lines: [line(-300, 'e7e5')] });
    expect(panel.arrows()).toEqual([{ from: 'e7', to: 'e5', brush: 'red' }]);
    expect(panel.share).toBe(share);
    if (board.placed) board.placed = { ...board.placed, check: true };
    panel.follow();
    expect(engine.searches[2]?.wish.threat).toBe(false);
    // So whatever is found there is of the side to move, in all that is shown of it.
    engine.searches[2]?.say({ lines: [line(40, 'g1f3')] });
    expect(panel.arrows()).toEqual([{ from: 'g1', to: 'f3', brush: 'blue' }]);
    expect([panel.mover, panel.share]).toEqual(['white', chanceOf({ cp: 40 })]);
  });

  test('asks of a line in check, with the threat on, where it leads from this position', async () => {
    const board = new Analysis(HAND_RULES);
    board.begin(board.tree);
    await vi.waitFor(() => expect(board.placed).not.toBeNull());
    const asked: boolean[] = [];
    const own = { areThere: true, leadsIn: async (_: string, __: unknown, isThreat: boolean) => asked.push(isThreat) < 0 } as unknown as OwnGames;
    const engine = new ToldEngine();
    const panel = new EnginePanel(board, () => engine, own);
    panel.choose({ isOn: true, lines: 1, best: true, others: false, endless: false });
    panel.isThreat = true;
    if (board.placed) board.placed = { ...board.placed, check: true };
    panel.follow();
    engine.searches.at(-1)?.say({ lines: [line(40, 'g1f3')] });
    if (board.placed) board.placed = { ...board.placed, check: false };
    panel.follow();
    engine.searches.at(-1)?.say({ lines: [line(40, 'g8f6')] });
    expect(asked).toEqual([false, true]);
  });

  test('names a threat as one, and shows it for this position alone', async () => {
    await languages.need('analysis');
    const { board, engine, panel } = newPanel();
    await vi.waitFor(() => expect(board.placed).not.toBeNull());
    const box = mount(EngineBox, { target: document.body, props: { analysis: board, panel, near: 'white' } });
    const stands = () => document.querySelector('.stands strong')?.textContent;
    panel.follow();
    engine.searches[0]?.say({ lines: [line(120, 'e2e4')] });
    flushSync();
    expect(stands()).toContain('1.2');
    panel.isThreat = true;
    panel.follow();
    engine.searches[1]?.say({ lines: [{ ...line(-300, 'e7e5'), san: ['e5'] }] });
    flushSync();
    expect(stands()).toBe('Threat: e5');
    await board.make('e2e4');
    panel.follow();
    expect([panel.isThreat, engine.searches.at(-1)?.wish.threat]).toEqual([false, false]);
    board.previous();
    panel.follow();
    expect(panel.isThreat, 'of whoever comes back').toBe(false);
    await unmount(box);
  });

  test('that broke off, or had no network, is there for the next position, and at once for whoever tries again', async () => {
    const { board, engine, panel } = newPanel();
    panel.follow();
    engine.searches[0]?.fail('died');
    panel.follow();
    expect([panel.trouble, panel.isOn, engine.searches.length]).toEqual(['broken', true, 1]);
    await board.make('e2e4');
    panel.follow();
    expect([panel.trouble, engine.searches.length]).toEqual([null, 2]);
    engine.searches[1]?.fail('net');
    expect(panel.trouble).toBe('net');
    panel.retry();
    panel.follow();
    expect([panel.trouble, engine.searches.length]).toEqual([null, 3]);
    engine.searches[1]?.fail('net');
    expect(panel.trouble, 'of a search that nobody waits for any more').toBeNull();
  });

  test('that this browser can’t run is off until somebody turns it on again', () => {
    const { engine, panel } = newPanel();
    panel.follow();
    engine.searches[0]?.fail('unavailable');
    panel.follow();
    expect([panel.trouble, panel.isOn, engine.searches.length]).toEqual(['unavailable', false, 1]);
    panel.choose({ isOn: true });
    panel.follow();
    expect([panel.trouble, panel.isOn, engine.searches.length]).toEqual([null, true, 2]);
  });

  test('shows nothing that it has found of another position', async () => {
    const { board, engine, panel } = newPanel();
    panel.follow();
    engine.searches[0]?.say({ lines: [line(30, 'e2e4')] });
    expect(panel.best?.pv).toEqual(['e2e4']);
    expect(panel.arrows()).toEqual([{ from: 'e2', to: 'e4', brush: 'blue' }]);
    await board.make('d2d4');
    panel.follow();
    expect(panel.best).toBeNull();
    engine.searches[0]?.say({ lines: [line(90, 'g1f3')] });
    expect(panel.best).toBeNull();
    engine.searches[1]?.say({ lines: [line(20, 'd7d5')] });
    expect(panel.best?.pv).toEqual(['d7d5']);
  });

  test('is read: what is shown changes at most every 200 ms', () => {
    vi.useFakeTimers();
    const { engine, panel } = newPanel();
    panel.follow();
    for (let depth = 1; depth <= 9; depth += 1) engine.searches[0]?.say({ depth, lines: [line(depth, 'e2e4')] });
    expect(panel.info?.depth).toBe(1);
    vi.advanceTimersByTime(200);
    expect(panel.info?.depth).toBe(9);
  });

  test('shows nothing of a line that leads into a game by correspondence of whoever looks', async () => {
    const board = new Analysis(HAND_RULES);
    board.begin(board.tree);
    await board.make('g1f3');
    const moves = ['e2e4', 'e7e5', 'g1f3', 'b8c6', 'f1b5', 'a7a6'];
    const own = new OwnGames(HAND_RULES, '', async () => ({ clocked: false, games: [{ id: 'k3Jx0aQz', variant: 'standard', start_fen: START_FEN, moves }] }));
    await own.look();
    const engine = new ToldEngine();
    const panel = new EnginePanel(board, () => engine, own);
    panel.choose({ isOn: true });
    panel.follow();
    engine.searches[0]?.say({ lines: [line(30, 'd7d5', 'd2d4')] });
    await vi.waitFor(() => expect(panel.best?.pv).toEqual(['d7d5', 'd2d4']));
    expect(own.closes(board.fen)).toBeNull();
    engine.searches[0]?.say({ depth: 9, done: true, lines: [line(35, 'b8c6', 'e2e4', 'e7e5', 'f1b5', 'a7a6')] });
    await vi.waitFor(() => expect(own.closes(board.fen)).toBe('near'));
    expect(panel.best?.pv).toEqual(['d7d5', 'd2d4']);
  });

  test('stops where it must not run, while the tab is hidden, and where the game is over', async () => {
    const { board, engine, panel } = newPanel();
    panel.follow();
    panel.hide(true);
    panel.follow();
    expect(engine.stops).toBe(1);
    panel.hide(false);
    panel.follow();
    expect(engine.searches.length).toBe(2);
    panel.ban = 'You are playing a game.';
    panel.follow();
    expect([engine.stops, panel.isOn, panel.arrows()]).toEqual([2, false, []]);
    panel.ban = '';
    await vi.waitFor(() => expect(board.placed).not.toBeNull());
    if (board.placed) board.placed = { ...board.placed, outcome: { kind: 'stalemate', winner: null } };
    panel.follow();
    expect(engine.searches.length).toBe(2);
  });
});

test('a lesson judges by searches that know nothing of each other, and the game before them', async () => {
  const game = new Analysis(HAND_RULES);
  game.begin(game.tree);
  for (const move of ['e2e4', 'e7e5']) await game.make(move);
  game.begin({ ...game.tree, played: [1, 2] }, 2);
  const engine = new ToldEngine();
  const named = (uci: string) => ({ uci, san: uci });
  const mistake = { before: 2, played: named('a2a3'), judgement: 'mistake' as const, reason: null, better: [named('g1f3')] };
  const played = pathTo(game.tree, 2);
  const lesson = new Lesson(game, played, 'white', [mistake], 300_000, () => engine);
  await lesson.board.make('b1c3');
  await vi.waitFor(() => expect(lesson.board.placed).not.toBeNull());
  lesson.follow();
  expect(engine.searches[0]?.wish).toMatchObject({ fen: START_FEN, moves: ['e2e4', 'e7e5'], isFresh: true, until: { nodes: 300_000 } });
  engine.searches[0]?.say({ done: true, lines: [line(1_500, 'g1f3')] });
  await vi.waitFor(() => expect(engine.searches.length).toBe(2));
  expect(engine.searches[1]?.wish).toMatchObject({ fen: START_FEN, moves: ['e2e4', 'e7e5', 'b1c3'], isFresh: true });
  // Both are won, as the server sees it.
  engine.searches[1]?.say({ done: true, lines: [line(1_010, 'b8c6')] });
  await vi.waitFor(() => expect(lesson.learning.stage).toMatchObject({ kind: 'found', verdict: 'good' }));
});

test('evaluations are figures, and words for them', () => {
  expect([130, -40, 3, 0].map((cp) => figureOf({ cp }))).toEqual(['+1.3', '−0.4', '0.0', '0.0']);
  expect([5, -3].map((mate) => figureOf({ mate }))).toEqual(['#5', '#−3']);
  expect(advantageOf({ cp: 130 })).toEqual({ side: 'white', kind: 'better', moves: 0 });
  expect([10, -60, -700].map((cp) => advantageOf({ cp }).kind)).toEqual(['even', 'slight', 'winning']);
  expect(advantageOf({ mate: -3 })).toEqual({ side: 'black', kind: 'mate', moves: 3 });
  expect(chanceOf({ cp: 0 })).toBe(0.5);
  expect(chanceOf({ cp: 100 })).toBeCloseTo(0.591, 3);
});

test('after mate the bar is the winner’s, and after a draw it is shared', async () => {
  const { board, panel } = newPanel();
  await vi.waitFor(() => expect(board.placed).not.toBeNull());
  const over = (kind: string, winner: Color | null) => {
    if (board.placed) board.placed = { ...board.placed, outcome: { kind, winner } };
    return panel.barShare;
  };
  panel.share = 0.7;
  expect(panel.barShare).toBe(0.7);
  expect([over('checkmate', 'white'), over('checkmate', 'black'), over('stalemate', null)]).toEqual([1, 0, 0.5]);
});

test('a comment keeps what a PGN can hold', async () => {
  expect(asComment(' best by test } [%csl Ra1] {x ')).toBe('best by test ) [ %csl Ra1] (x');
});

describe('practice', () => {
  test('answers each move at its level, takes moves back, and gives hints in two steps', async () => {
    const { board } = newPanel();
    const engine = new ToldEngine();
    const practice = new Practice(board, 'white', 7, () => engine, 42);
    expect([practice.isYourTurn, practice.canAsk], 'a piece may be moved before the rules have answered').toEqual([true, false]);
    practice.ask();
    expect(engine.searches).toEqual([]);
    await vi.waitFor(() => expect(practice.canAsk).toBe(true));
    practice.ask();
    engine.searches[0]?.say({ done: true, lines: [line(30, 'e2e4')] });
    expect(practice.hint).toMatchObject({ from: 'e2', isWhole: false });
    practice.ask();
    expect(practice.hint).toMatchObject({ san: 'e2e4', isWhole: true });
    await practice.board.make('e2e4');
    practice.follow();
    await vi.waitFor(() => expect(practice.board.path.map(({ uci }) => uci)).toEqual(['e2e4', 'e7e5']));
    expect(engine.chosen).toEqual([expect.objectContaining({ level: 7, seed: 42, moves: ['e2e4'] })]);
    expect(board.tree.nodes.size, 'nothing of it is in the analysis').toBe(1);
    practice.takeBack();
    expect([practice.board.path.length, practice.canTakeBack]).toEqual([0, false]);
  });

  test('keeps the whole line, says where nothing can be played, and goes on after a reload', async () => {
    await languages.need('analysis');
    const { board } = newPanel();
    const practice = new Practice(board, 'white', 1, () => new ToldEngine(), 1);
    await practice.resume(['e2e4', 'e7e5']);
    expect(practice.isThinking).toBe(false);
    practice.board.previous();
    await vi.waitFor(() => expect(practice.board.placed).not.toBeNull());
    expect(practice.line, 'also what lies behind the position shown').toEqual(['e2e4', 'e7e5']);
    expect(noticeOf(practice.board, practice).text).toBe('You are looking back. Go on to the last move to play.');
    practice.board.next();
    await vi.waitFor(() => expect(practice.canAsk).toBe(true));
    practice.hint = { from: 'g1', to: 'f3', san: 'Nf3', isWhole: false };
    expect(noticeOf(practice.board, practice)).toMatchObject({ text: 'Move the knight on g1.', squares: ['g1'] });
    practice.ask();
    expect(noticeOf(practice.board, practice)).toMatchObject({ text: 'Play Nf3.', squares: ['g1', 'f3'] });
  });

  test('waits where the engine must not help', async () => {
    const { board } = newPanel();
    const engine = new ToldEngine();
    const practice = new Practice(board, 'white', 1, () => engine, 1);
    await vi.waitFor(() => expect(practice.isYourTurn).toBe(true));
    await practice.board.make('e2e4');
    practice.follow();
    practice.pause();
    await new Promise((later) => setTimeout(later));
    expect(practice.board.path.length).toBe(1);
    practice.follow();
    await vi.waitFor(() => expect(practice.board.path.length).toBe(2));
  });

  test('asks for each move once, also while it is being made, and gives hints after any number of moves', async () => {
    await languages.need('analysis');
    const engine = new ToldEngine();
    // The page calls it whenever anything has changed.
    const follow = (): void => practice.follow();
    const board = new Analysis({ ...HAND_RULES, play: async (wish) => (follow(), await HAND_RULES.play(wish)) });
    board.begin(board.tree);
    const practice: Practice = new Practice(board, 'white', 2, () => engine, 1);
    await vi.waitFor(() => expect(practice.isYourTurn).toBe(true));
    const moves = ['e2e4', 'e7e5', 'g1f3', 'b8c6', 'f1b5', 'a7a6'];
    for (const at of [0, 2, 4]) {
      engine.reply = moves[at + 1] ?? '';
      await practice.board.make(moves[at] ?? '');
      follow();
      await vi.waitFor(() => expect(practice.isYourTurn).toBe(true));
      await vi.waitFor(() => expect(practice.isThinking).toBe(false));
      follow();
      expect([engine.chosen.length, practice.board.problem]).toEqual([at / 2 + 1, '']);
      practice.ask();
      engine.searches.at(-1)?.say({ done: true, lines: [line(30, 'b1c3')] });
      expect(practice.hint).toMatchObject({ from: 'b1', isWhole: false });
      expect(noticeOf(practice.board, practice).squares).toEqual(['b1']);
    }
    expect(practice.board.path.map(({ uci }) => uci)).toEqual(moves);
    practice.takeBack();
    follow();
    expect([practice.board.path.length, practice.isYourTurn, engine.chosen.length]).toEqual([4, true, 3]);
  });

  test('a move that could not be made says so no longer than until the next one', async () => {
    const { board } = newPanel();
    await board.make('e2e1');
    expect(board.problem).not.toBe('');
    await board.make('e2e4');
    expect(board.problem).toBe('');
  });

  test('lets no answer stand that came after its move was taken back', async () => {
    const { board } = newPanel();
    const engine = new ToldEngine();
    const practice = new Practice(board, 'white', 1, () => engine, 1);
    await vi.waitFor(() => expect(practice.isYourTurn).toBe(true));
    await practice.board.make('e2e4');
    practice.follow();
    practice.takeBack();
    await new Promise((later) => setTimeout(later));
    expect(practice.board.tree.nodes.size).toBe(1);
  });
});

test('the signs of the computer analysis stand behind moves, unless somebody has judged them', async () => {
  await languages.need('analysis');
  const board = new Analysis(HAND_RULES);
  board.begin(board.tree);
  await board.make('f2f3');
  await board.make('e7e5');
  board.nag(1);
  const signs = () => [...document.querySelectorAll('[role=treeitem]')].map((move) => [move.textContent, move.getAttribute('aria-label')]);
  const list = mount(MoveTree, { target: document.body, props: { analysis: board, onmenu: () => undefined } });
  board.signs = new Map(board.path.map(({ id }) => [id, 4]));
  flushSync();
  expect(signs()).toEqual([['f2f3??', '1. f2f3, Blunder'], ['e7e5!', '1… e7e5, Good move']]);
  expect(board.path[0]?.nags, 'they are not written into the PGN').toEqual([]);
  board.signs = new Map();
  flushSync();
  expect(signs()[0]).toEqual(['f2f3', '1. f2f3']);
  await unmount(list);
});

test('a step in a list of 2,000 moves draws nothing anew', async () => {
  await languages.need('analysis');
  const nodes = Array.from({ length: 2_000 }, (_, index) => ({
    parent: index === 0 ? null : index - 1,
    uci: 'a1a2',
    san: `M${index}`,
    fen: `8/8/8/8/8/8/8/8 ${index % 2 === 0 ? 'b' : 'w'} - - 0 ${1 + ((index + 1) >> 1)}`,
    nags: [],
    shapes: [],
  }));
  const board = new Analysis(HAND_RULES);
  board.begin(fromArena({ tags: [], start: START_FEN, variant: 'standard', result: '*', nodes }));
  const list = mount(MoveTree, { target: document.body, props: { analysis: board, onmenu: () => undefined } });
  flushSync();
  const tree = document.querySelector('[role=tree]');
  expect(tree?.querySelectorAll('[role=treeitem]').length).toBe(2_000);
  const touched = new Set<Node>();
  const watcher = new MutationObserver((records) => records.forEach(({ target }) => touched.add(target)));
  if (tree) watcher.observe(tree, { subtree: true, childList: true, attributes: true, characterData: true });
  board.go(1_000);
  flushSync();
  board.next();
  flushSync();
  await Promise.resolve();
  expect(document.querySelector('[aria-current]')?.textContent).toBe('M1000');
  expect(document.querySelectorAll('[role=treeitem][tabindex="0"]').length).toBe(1);
  expect(touched.size).toBeLessThanOrEqual(4);
  watcher.disconnect();
  await unmount(list);
});
