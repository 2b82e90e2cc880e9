// SPDX-License-Identifier: AGPL-3.0-or-later
// What is tried behind the last move of a game is never taken for a move of it: in the list, in the PGN, and by the keys.
import { afterAll, expect, test } from 'vitest';
import { Analysis } from '../src/analysis/analysis.svelte';
import { fromArena, toArena } from '../src/analysis/arena';
import { gameAlone, lastPlayed } from '../src/analysis/behind';
import { listing } from '../src/analysis/listing';
import { emptyTree, ROOT, type Tree } from '../src/analysis/tree';
import { PageRules } from '../src/analysis/worker/rules';
import { pgnOfTree } from '../src/analysis/written';
import { START_FEN } from '../src/board/fen';
import { TestWorker } from './wasm-support';

const rules = new PageRules(() => new TestWorker());
afterAll(() => rules.close());

const GAME = ['e2e4', 'e7e5', 'a2a3', 'g8e7'];

/** A game that Black has won, and its board, which shows the end. */
async function finished(): Promise<Analysis> {
  const { line } = await rules.replay({ fen: START_FEN, moves: GAME });
  const nodes = line.map((step, index) => ({ ...step, parent: index === 0 ? null : index - 1, nags: [], shapes: [] }));
  const tree = fromArena({ tags: [], start: START_FEN, variant: 'standard', result: '0-1', nodes });
  const board = new Analysis(rules);
  board.begin({ ...tree, played: [1, 2, 3, 4] }, 4);
  return board;
}

const pgn = async (tree: Tree): Promise<string> => (await pgnOfTree(rules, tree, [])).replaceAll(/\s+/g, ' ');

/** The list: rows with their moves, variations with their depth. */
const listed = (tree: Tree): string[] =>
  listing(tree).map((block) => {
    if (block.kind === 'row') return `${block.number} ${block.white?.node.san ?? '…'} ${block.black?.node.san ?? ''}`;
    return block.kind === 'note' ? block.text : `${'>'.repeat(block.depth)} ${block.entries.map(({ number, node }) => number + node.san).join(' ')}`;
  });

test('the result stands at the last move, and tries are side lines', async () => {
  const board = await finished();
  await board.make('b1c3');
  await board.make('d7d6');
  board.go(4);
  await board.make('h2h3');
  expect(listed(board.tree)).toEqual(['1 e4 e5', '2 a3 Ne7', '> 3.Nc3 d6', '> 3.h3']);
  expect(await pgn(board.tree)).toContain('1. e4 e5 2. a3 Ne7 (2... Ne7 3. Nc3 (3. h3) 3... d6) 0-1');
});

test('what is written is read back with each move once', async () => {
  const board = await finished();
  await board.make('b1c3');
  const { games } = await rules.readPgn(await pgn(board.tree));
  expect(games[0]?.problems).toEqual([]);
  const read = fromArena(games[0] ?? toArena(emptyTree()));
  expect([...read.nodes.values()].map(({ uci }) => uci)).toEqual(['', ...GAME, 'b1c3']);
  expect(read.played).toEqual(board.tree.played);
  expect(await pgn(read)).toBe(await pgn(board.tree));
  expect(toArena(gameAlone(read)).nodes.map(({ uci }) => uci)).toEqual(GAME);
});

test('evaluations go with the PGN, behind the moves that have none of their own', async () => {
  const board = await finished();
  board.worth = new Map([[1, { cp: 31 }], [4, { mate: 0 }]]);
  const text = (await pgnOfTree(rules, board.tree, [], board.worth)).replaceAll(/\s+/g, ' ');
  expect(text).toContain('1. e4 {[%eval 0.31]} 1... e5 2. a3 Ne7 {[%eval #0]} 0-1');
  expect([...board.tree.nodes.values()].every(({ eval: worth }) => worth === null), 'the tree has none').toBe(true);
});

test('the key for the end leads to the end of the game, and a try is undone', async () => {
  const board = await finished();
  await board.make('b1c3');
  board.first();
  board.last();
  expect(board.here).toBe(4);
  board.go(1);
  board.last();
  expect(board.here).toBe(4);
  board.undo();
  expect(board.tree.nodes.size).toBe(GAME.length + 1);
});

test('without tries, and without a game, nothing is written anew', async () => {
  const board = await finished();
  expect(await pgn(board.tree)).toContain('1. e4 e5 2. a3 Ne7 0-1');
  const free = { ...board.tree, played: [] };
  expect(lastPlayed(free)).toBeNull();
  await board.make('b1c3');
  expect(await pgn({ ...board.tree, played: [] }), 'on a free board the moves go on').toContain('2. a3 Ne7 3. Nc3 0-1');
  board.remove(4);
  expect(lastPlayed(board.tree), 'the last move was deleted').toBeNull();
  expect(board.tree.nodes.has(ROOT)).toBe(true);
});
