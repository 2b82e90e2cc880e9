// SPDX-License-Identifier: AGPL-3.0-or-later
// A damaged board in the browser is none: the page begins with an empty one.
import { afterEach, expect, test } from 'vitest';
import { recallBoard } from '../src/analysis/kept';
import { START_FEN } from '../src/board/fen';

const KEY = 'tabiya.analysis.board.free';
const FREE = { owner: '', game: null };
const NODE = { parent: null, uci: 'e2e4', san: 'e4', fen: 'x', nags: [], shapes: [] };
const GAME = { tags: [['White', 'Ada']], start: START_FEN, variant: 'standard', result: '*', nodes: [NODE] };
const BOARD = { game: GAME, here: 0, played: [] };

afterEach(() => localStorage.clear());

function recalled(board: unknown) {
  localStorage.setItem(KEY, JSON.stringify(board));
  return recallBoard(FREE);
}

test('a whole board is recalled', () => {
  expect(recalled(BOARD)).toEqual(BOARD);
});

test.each([
  ['no tags and no position', { game: { nodes: [], tags: 'x', start: 'zz' }, played: [] }],
  ['no position', { ...BOARD, game: { ...GAME, start: 'zz' } }],
  ['a tag without a value', { ...BOARD, game: { ...GAME, tags: [['White']] } }],
  ['a move without a name', { ...BOARD, game: { ...GAME, nodes: [{ ...NODE, san: 1 }] } }],
  ['a move behind itself', { ...BOARD, game: { ...GAME, nodes: [{ ...NODE, parent: 0 }] } }],
  ['a place beyond its moves', { ...BOARD, here: 1 }],
  ['played moves that are no places', { ...BOARD, played: ['x'] }],
  ['nothing of a board', 7],
])('a board with %s is none', (_, board) => {
  expect(recalled(board)).toBeNull();
});
