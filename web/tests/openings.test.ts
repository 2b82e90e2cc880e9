// SPDX-License-Identifier: AGPL-3.0-or-later
// The names of openings in the page, beside the data from which the server has them.
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { Analysis } from '../src/analysis/analysis.svelte';
import { Openings } from '../src/analysis/openings/names';
import { HAND_RULES } from './analysis-support';
import { Module } from '../src/analysis/worker/module';
import { files } from './wasm-support';

const text = readFileSync('src/analysis/openings/names.txt', 'utf8');
const lines = readFileSync('../crates/tabiya-archive/src/openings/openings.tsv', 'utf8').trimEnd().split('\n').map((line) => line.split('\t'));

test('every named position of the server has its name in the page, as the page\u2019s own rules write it', async () => {
  const names = new Openings(text);
  expect(names.size).toBe(lines.length);
  const module = new Module(await files.module());
  for (const [, name, moves = ''] of lines) {
    const answer = module.call({ do: 'replay', moves: moves.split(' ') }) as { ok: { line: { fen: string }[] } };
    expect(names.nameOf(answer.ok.line.at(-1)?.fen ?? '')).toBe(name);
  }
});

test('other positions have none', () => {
  const names = new Openings(text);
  expect(names.nameOf('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1')).toBe('');
  expect(names.nameOf('8/8/8/8/8/8/8/K1k5 w - - 0 1')).toBe('');
  expect(new Openings('').nameOf('8/8/8/8/8/8/8/K1k5 w - - 0 1')).toBe('');
});

test('they weigh at most 55 kB', () => expect(gzipSync(text, { level: 9 }).length).toBeLessThan(55_000));

test('the board names free moves, by the last name on the way', async () => {
  const board = new Analysis(HAND_RULES);
  board.names = { nameOf: (fen) => (fen.includes('/4P3/') ? 'King\u2019s Pawn Game' : '') };
  board.begin(board.tree);
  expect(board.opening).toBe('');
  for (const move of ['e2e4', 'a7a6', 'e4e5']) await board.make(move);
  expect(board.opening).toBe('King\u2019s Pawn Game');
  board.begin({ ...board.tree, variant: 'chess960' }, 3);
  expect(board.opening).toBe('');
});
