// SPDX-License-Identifier: AGPL-3.0-or-later
import { describe, expect, it } from 'vitest';
import { accuracies, accuraciesOf, halfMovesOf } from '../src/analysis/report/accuracy';
import { barsOf, WIDTH } from '../src/analysis/report/graph';
import { heightOf, timesOf } from '../src/analysis/report/times';
import { forms } from '../src/locale/forms';
import type { AnalysedMove, GameView } from '../src/platform/protocol';

/** The same chances as in a test of the engine (`analysis/accuracy.rs`), which gives the same figures. */
const CHANCES = Array.from({ length: 61 }, (_, ply) => 50 + (((ply * 37) % 23) - 11) * 1.5);
const both = ({ white, black }: { white: number | null; black: number | null }) => [white?.toFixed(4), black?.toFixed(4)];

describe('the accuracy', () => {
  it('is the one that the server computes', () => {
    expect(both(accuracies([50, 50, 55, 45, 45], 'white'))).toEqual(['73.1414', '86.7026']);
    expect(both(accuracies(CHANCES, 'white'))).toEqual(['71.6100', '70.7147']);
    expect(both(accuracies(CHANCES, 'black'))).toEqual(['68.7972', '66.5900']);
    expect(both(accuracies(CHANCES.slice(0, 20), 'white'))).toEqual(['72.5933', '62.7265']);
    expect(accuracies([50], 'white')).toEqual({ white: null, black: null });
    expect(accuracies([50, 40], 'white').black).toBeNull();
  });

  it('is that of a part of the game, too', () => {
    const start = { eval: { kind: 'cp', cp: 0 }, win: 500, line: [] } as const;
    const verdicts = [null, 'inaccuracy', 'mistake', null] as const;
    const moves = [500, 550, 450, 450].map((win, index) => ({ ply: index + 1, win, judgement: verdicts[index] }) as AnalysedMove);
    expect(both(accuraciesOf({ ...start, line: [] }, moves, 'white'))).toEqual(['73.1414', '86.7026']);
    // The third half-move is White's, and the only bad one of White's.
    const third = accuraciesOf({ ...start, line: [] }, moves, 'white', 3, 3);
    expect([third.white?.toFixed(1), third.black]).toEqual(['64.6', null]);
    expect(accuraciesOf({ ...start, line: [] }, moves, 'white', 4, 4).white).toBeNull();
    // What loses so much without a verdict was the engine's own choice.
    const own = moves.map((move) => ({ ...move, judgement: null }));
    expect(accuraciesOf({ ...start, line: [] }, own, 'white', 3, 3).white).toBe(100);
    expect(accuraciesOf({ ...start, line: [] }, own, 'white').white).toBe(100);
  });

  it('is asked for by whole moves', () => {
    expect(halfMovesOf(1, 2, 'white', 1, 5)).toEqual({ from: 1, to: 4 });
    expect(halfMovesOf(2, 9, 'white', 1, 5)).toEqual({ from: 3, to: 5 });
    expect(halfMovesOf(3, 2, 'white', 1, 8)).toEqual({ from: 5, to: 5 });
    // Black made the first move, the twelfth.
    expect(halfMovesOf(12, 12, 'black', 12, 6)).toEqual({ from: 1, to: 1 });
    expect(halfMovesOf(13, 13, 'black', 12, 6)).toEqual({ from: 2, to: 3 });
  });
});

describe('the times', () => {
  const view = (time: GameView['time'], clocks: (number | null)[]): GameView =>
    ({ time, start_fen: 'x w - - 0 1', moves: clocks.map((clock_ms) => ({ clock_ms })) }) as unknown as GameView;

  it('come from the clocks, with what is added to them', () => {
    const game = view({ initial_ms: 60_000, increment_ms: 2_000 }, [60_000, 61_000, 55_000, 63_000, null, 60_000]);
    expect(timesOf(game)).toEqual([0, 1_000, 7_000, 0, null, 5_000]);
    const odds = { white: { initial_ms: 60_000, increment_ms: 0 }, black: { initial_ms: 30_000, delay_ms: 1_000 } };
    expect(timesOf(view(odds, [50_000, 29_000]))).toEqual([10_000, 1_000]);
    expect(timesOf(view(null, [null, null]))).toEqual([]);
    expect(timesOf(view({ days: 3 }, [null]))).toEqual([]);
  });

  it('are bars of both sides, higher for longer thoughts', () => {
    const bars = barsOf([0, 1_200_000, null, 5_000], 4, 'white');
    expect(bars.map(({ side, x, y, height }) => [side, x, y, height])).toEqual([
      ['white', 0, 20, 0],
      ['black', WIDTH / 4, 20, 20],
      ['black', (3 * WIDTH) / 4, 20, bars[2]?.height],
    ]);
    expect(heightOf(5_000)).toBeGreaterThan(heightOf(1_000));
    expect(heightOf(5_000)).toBeLessThan(0.1);
    expect(heightOf(9e9)).toBe(1);
  });

  it('are written in seconds, and from a minute on as on a clock', () => {
    const { span } = forms('en-GB');
    expect([0, 180, 4_320, 9_960, 10_000, 59_700, 67_400, 3_600_000].map(span)).toEqual(['0.0 s', '0.2 s', '4.3 s', '10 s', '10 s', '1:00', '1:07', '60:00']);
    expect(forms('de').span(180)).toBe('0,2 s');
  });
});
