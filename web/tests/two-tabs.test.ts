// SPDX-License-Identifier: AGPL-3.0-or-later
// One board in two tabs of a browser: neither takes away what was done in the other.
import { afterEach, expect, test } from 'vitest';
import { Analysis } from '../src/analysis/analysis.svelte';
import { beginBoard, saveBoard, takeChange } from '../src/analysis/begin';
import { isChangeOf } from '../src/analysis/kept';
import { pathTo } from '../src/analysis/tree';
import { HAND_RULES } from './analysis-support';

const FREE = { owner: '', game: null };
afterEach(() => localStorage.clear());

function tab(): Analysis {
  const board = new Analysis(HAND_RULES);
  beginBoard(board, FREE, null);
  return board;
}

const line = (board: Analysis) => pathTo(board.tree, board.here).map(({ uci }) => uci);

test('what one tab has done the other one shows, and what stood there is had back by Undo', async () => {
  const one = tab();
  await one.make('e2e4');
  saveBoard(one, FREE);
  const two = tab();
  await two.make('e7e5');
  // The first one goes on without knowing of that.
  await one.make('c7c5');
  saveBoard(one, FREE);
  expect(takeChange(two, FREE, null)).toBe(true);
  expect([...two.tree.nodes.values()].map(({ uci }) => uci)).toEqual(['', 'e2e4', 'c7c5']);
  expect(line(two), 'as far as the same moves are there').toEqual(['e2e4']);
  two.undo();
  expect(line(two)).toEqual(['e2e4', 'e7e5']);
});

test('the same board is no change, whatever is looked at', async () => {
  const one = tab();
  await one.make('e2e4');
  saveBoard(one, FREE);
  const two = tab();
  one.first();
  saveBoard(one, FREE);
  expect(takeChange(two, FREE, null)).toBe(false);
  expect([line(two), two.history.canUndo]).toEqual([['e2e4'], false]);
});

test('another board, or one that was dropped for its room, is none', () => {
  const key = 'tabiya.analysis.board.free';
  expect(isChangeOf(FREE, { key, newValue: '{}' })).toBe(true);
  expect(isChangeOf(FREE, { key, newValue: null })).toBe(false);
  expect(isChangeOf({ owner: 'Anna', game: null }, { key, newValue: '{}' })).toBe(false);
  expect(isChangeOf({ owner: '', game: 'abc' }, { key, newValue: '{}' })).toBe(false);
});
