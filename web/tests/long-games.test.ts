// SPDX-License-Identifier: AGPL-3.0-or-later
// A game of 600 half-moves on the analysis board, with the page's own rules and engine.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { Analysis } from '../src/analysis/analysis.svelte';
import { fromArena, toArena } from '../src/analysis/arena';
import { listing } from '../src/analysis/listing';
import type { PgnGame } from '../src/analysis/ports';
import { ROOT } from '../src/analysis/tree';
import { PageEngine } from '../src/analysis/worker/engine';
import { PageRules } from '../src/analysis/worker/rules';
import type { EngineInfo } from '../src/analysis/worker/types';
import { TestWorker } from './wasm-support';

const START = '3k4/7p/8/8/8/8/P7/4K3 w - - 0 1';
const HALF_MOVES = 600;
/** The kings go round in circles of seven and five squares, so that a position comes back after 70 half-moves at the earliest. */
const WHITE = ['e1', 'f1', 'g1', 'h1', 'h2', 'g2', 'f2'];
const BLACK = ['d8', 'c8', 'b8', 'c7', 'd7'];

/** Every 120 half-moves a pawn moves, long before 75 moves are full. */
function longLine(): string[] {
  const line: string[] = [];
  let [white, black, pawn] = [0, 0, 2];
  for (let number = 1; line.length < HALF_MOVES; number++) {
    if (number % 60 === 0) line.push(`a${pawn}a${++pawn}`);
    else line.push(`${WHITE[white % 7]}${WHITE[++white % 7]}`);
    line.push(`${BLACK[black % 5]}${BLACK[++black % 5]}`);
  }
  return line;
}

const rules = new PageRules(() => new TestWorker());
let game: PgnGame;

beforeAll(async () => {
  const moves = longLine();
  const { line, stopped } = await rules.replay({ fen: START, moves });
  expect(stopped).toBeNull();
  expect(line).toHaveLength(HALF_MOVES);
  const nodes = line.map((step, index) => ({ ...step, parent: index === 0 ? null : index - 1, nags: [], shapes: [] }));
  game = { tags: [['White', 'Anna'], ['Black', 'Ben']], start: START, variant: 'standard', result: '*', nodes };
});
afterAll(() => rules.close());

test('it is read from PGN as it was written', async () => {
  const { text } = await rules.writePgn(game);
  const { games, more } = await rules.readPgn(text);
  expect(more).toBe(false);
  expect(games[0]?.problems).toEqual([]);
  expect(games[0]?.nodes.map(({ uci }) => uci)).toEqual(game.nodes.map(({ uci }) => uci));
  const again = await rules.writePgn(games[0] ?? {});
  expect(again.text).toBe(text);
});

test('it is walked to its end and goes on there, all of it is listed, and an edit is undone', async () => {
  const board = new Analysis(rules);
  board.begin(fromArena(game));
  board.last();
  await vi.waitFor(() => expect(board.placed?.fen).toBe(game.nodes.at(-1)?.fen));
  expect(board.path).toHaveLength(HALF_MOVES);
  const blocks = listing(board.tree);
  expect(JSON.stringify(blocks)).toContain(game.nodes.at(-1)?.fen);
  await board.make('f1g1');
  expect(board.path).toHaveLength(HALF_MOVES + 1);
  board.undo();
  expect(toArena(board.tree).nodes).toEqual(fromAll(game));
});

/** As a tree writes its nodes. */
const fromAll = (whole: PgnGame) => toArena(fromArena(whole)).nodes;

test('the engine searches from its end with all moves before it', async () => {
  const engine = new PageEngine(() => new TestWorker());
  try {
    const told = await new Promise<EngineInfo>((resolve, reject) => {
      const moves = game.nodes.map(({ uci }) => uci);
      engine.start({ fen: START, moves, lines: 2, hashMb: 4, until: { depth: 4 } }, (info) => info.done && resolve(info), reject);
    });
    expect(told.depth).toBe(4);
    expect(told.lines).toHaveLength(2);
  } finally {
    engine.close();
  }
});

test('of variations in variations, 10,000 deep, the page shows what comes before them, and says where it stopped', async () => {
  const { games } = await rules.readPgn('1. e4 (1. d4 ('.repeat(5_000));
  const [read] = games;
  expect(read?.problems).toHaveLength(1);
  expect(read?.problems?.[0]).toMatchObject({ line: 1, message: expect.stringContaining('deep') as string });
  const board = new Analysis(rules);
  board.begin(fromArena(read ?? game));
  board.last();
  expect(board.path.length).toBeGreaterThan(0);
  expect(listing(board.tree).length).toBeGreaterThan(0);
});

test('a line of 10,000 half-moves is walked, listed and kept, and an edit at its end is undone', async () => {
  const { games } = await rules.readPgn(['Nf3', 'Nf6', 'Ng1', 'Ng8'].join(' ').concat(' ').repeat(2_500));
  const whole = games[0] ?? game;
  expect(whole.nodes).toHaveLength(10_000);
  const board = new Analysis(rules);
  board.begin(fromArena(whole));
  board.last();
  expect(board.path).toHaveLength(10_000);
  const [first] = board.path;
  expect(JSON.stringify(listing(board.tree).at(-1))).toContain('Ng8');
  board.comment('Nothing has happened.');
  expect(toArena(board.tree).nodes.at(-1)?.comment).toBe('Nothing has happened.');
  // Taken away at the root of 10,000, and brought back.
  board.go(first?.id ?? ROOT);
  board.remove();
  expect(board.tree.nodes.size).toBe(1);
  board.undo();
  board.undo();
  expect(toArena(board.tree).nodes).toEqual(fromAll(whole));
});
