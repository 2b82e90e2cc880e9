// SPDX-License-Identifier: AGPL-3.0-or-later
import { describe, expect, it } from 'vitest';
import type { AnalysedMove } from '../src/platform/protocol';
import { languages, t } from '../src/locale';
import { HEIGHT, WIDTH, areaOf, columnsOf, lineOf, plyAt, pointsOf, winsOf } from '../src/analysis/report/graph';

const start = { eval: { kind: 'cp', cp: 15 }, win: 500, line: [] } as const;
const move = (ply: number, win: number): AnalysedMove => ({
  ply,
  uci: 'a2a3',
  san: 'a3',
  eval: { kind: 'cp', cp: 0 },
  win,
  accuracy: 1000,
  loss: 0,
  judgement: null,
  reason: null,
  better: [],
  line: [],
});

describe('the graph', () => {
  it('has a point for each known position, in its place of the whole game', () => {
    const points = pointsOf({ ...start, line: [] }, [move(1, 1000), move(2, 0)], 4);
    expect(points).toEqual([
      { ply: 0, x: 0, y: HEIGHT / 2 },
      { ply: 1, x: WIDTH / 4, y: 0 },
      { ply: 2, x: WIDTH / 2, y: HEIGHT },
    ]);
    expect(lineOf(points)).toBe(`M0 60L150 0L300 120`);
    expect(areaOf(points)).toBe(`M0 120L0 60L150 0L300 120L300 120Z`);
  });

  it('says chances with one decimal, and all or nothing after mate', async () => {
    const mated = { ...move(2, 975), eval: { kind: 'mated', winner: 'white' } } as const;
    expect(winsOf({ ...start, line: [] }, [move(1, 514), mated])).toEqual([500, 514, 1000]);
    await languages.need('report');
    expect(t.report?.position(36, 52.917, 'Anna')).toBe('After 36 half-moves: Anna 52.9 %');
  });

  it('is empty before anything is known', () => {
    expect(areaOf(pointsOf(null, [], 40))).toBe('');
    expect(pointsOf({ ...start, line: [] }, [], 0)).toEqual([{ ply: 0, x: 0, y: HEIGHT / 2 }]);
  });

  it('names the phases where they begin, each name whole', () => {
    expect(columnsOf([12, 38], 40)).toBe('minmax(0, 12fr) minmax(max-content, 26fr) minmax(max-content, 2fr)');
    expect(columnsOf([12], 40)).toBe('minmax(0, 12fr) minmax(max-content, 28fr)');
    expect(columnsOf([], 40)).toBe('minmax(0, 0fr)');
  });

  it('leads to the nearest position', () => {
    expect([plyAt(-0.1, 40), plyAt(0.5, 40), plyAt(0.51, 40), plyAt(2, 40)]).toEqual([0, 20, 20, 40]);
  });
});
