// SPDX-License-Identifier: AGPL-3.0-or-later
// What the page judges by is what the server judges by: the same score within the same number of nodes, whatever was searched
// before. The scores come from the native engine (`crates/tabiya-wasm/tests/it/engine.rs` writes and checks them).
import { readFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { lostBy } from '../src/analysis/score';
import { PageEngine } from '../src/analysis/worker/engine';
import type { EngineInfo, Score, SearchWish } from '../src/analysis/worker/types';
import { TestWorker } from './wasm-support';

interface Judged {
  moves: string[];
  nodes: number;
  score: Score;
  best: string;
}

const JUDGED = JSON.parse(readFileSync('../crates/tabiya-wasm/tests/judged.json', 'utf8')) as Judged[];
const engine = new PageEngine(() => new TestWorker());
afterEach(() => engine.stop());

const searched = (wish: Partial<SearchWish> & { moves: string[] }) =>
  new Promise<EngineInfo>((resolve, reject) => engine.start({ lines: 1, hashMb: 16, ...wish }, (info) => info.done && resolve(info), reject));

test('a position that is judged has the server’s score, after whatever was searched before', async () => {
  expect(JUDGED.length).toBeGreaterThan(4);
  // Backwards, so that each search would find the answers of the next one's positions in the table.
  for (const { moves, nodes, score, best } of JUDGED.toReversed()) {
    await searched({ moves, until: { depth: 8 } });
    const { lines } = await searched({ moves, until: { nodes }, isFresh: true });
    expect({ score: lines[0]?.score, best: lines[0]?.pv[0] }, moves.join(' ')).toEqual({ score, best });
  }
}, 120_000);

test('a loss is measured as the server judges it', () => {
  const cp = (cp: number) => ({ cp });
  const mate = (mate: number) => ({ mate });
  expect(lostBy(cp(30), cp(-320), 'white')).toBeGreaterThan(150);
  expect(lostBy(cp(-30), cp(320), 'black')).toBeGreaterThan(150);
  expect(Math.round(lostBy(cp(2_000), cp(1_100), 'white')), 'both are won').toBe(0);
  expect([lostBy(cp(0), mate(-3), 'white'), lostBy(cp(0), mate(3), 'white'), lostBy(mate(-2), cp(0), 'black')]).toEqual([1000, 0, 1000]);
  expect([lostBy(mate(-9), mate(-2), 'white'), lostBy(mate(2), mate(5), 'white'), lostBy(mate(2), mate(-5), 'white')]).toEqual([0, 0, 1000]);
});
