// SPDX-License-Identifier: AGPL-3.0-or-later
import { describe, expect, test } from 'vitest';
import { START_FEN } from '../src/board/fen';
import { EMPTY, fenOf, move, put, readFen, type Setup, setupOf } from '../src/board/placement';
import { moveTimes, sumOf } from '../src/live/after/times';
import { afterHand, clocksOf, everywhere, type Recorded } from '../src/otb/record';
import type { MoveView } from '../src/platform/protocol';

describe('a set-up board', () => {
  test('is written as it was read', () => {
    for (const fen of [START_FEN, '4k3/8/8/3pP3/8/8/8/4K2R w K d6 0 1', '8/8/8/8/8/8/8/8 b - - 0 1']) {
      expect(fenOf(setupOf(fen))).toBe(fen);
    }
    expect(fenOf(EMPTY)).toBe('8/8/8/8/8/8/8/8 w - - 0 1');
  });

  test('is read from an address, with its counters, and what says nothing is named', () => {
    const fen = 'r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 12 34';
    expect(readFen(fen.replaceAll(' ', '_'))).toEqual({ setup: setupOf(fen), unread: [] });
    expect(fenOf(setupOf(fen))).toBe(fen);
    expect(fenOf(setupOf('r3k2r/8/8/8/8/8/8/R3K2R b HAha -'))).toBe('r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1');
    // The inner rook has no letter among these four.
    expect(readFen('4k3/8/8/8/8/8/8/4K1RR w GHX -').unread).toEqual(['G', 'X']);
    const before = setupOf(START_FEN);
    expect(readFen('<script>alert(1)</script>', before)).toEqual({ setup: before, unread: ['<script>alert(1)</script>'] });
    expect(readFen('8/8/8/8/8/8/8/8 x KQ z9 -1 0 more').unread).toEqual(['more', 'x', 'z9', '-1', '0']);
  });

  test('loses the rights to castle of a king or a rook that is moved by hand', () => {
    const begun = setupOf('r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1');
    const left = (setup: Setup) => setup.castling.join('');
    expect(left(move(begun, 'e1', 'g1'))).toBe('kq');
    expect(left(move(begun, 'h8', 'f8'))).toBe('KQq');
    expect(left(put(begun, 'a1', null))).toBe('Kkq');
    expect(left(put(begun, 'a8', { color: 'white', role: 'rook' }))).toBe('KQk');
    // Not those of others, nor where the same is put there again.
    expect(left(put(begun, 'e1', { color: 'white', role: 'king' }))).toBe('KQkq');
    expect(left(move(setupOf('r3k2r/8/8/8/8/8/R7/R3K2R w KQkq - 0 1'), 'a2', 'b2'))).toBe('KQkq');
  });

  test('is changed by putting and moving, and forgets the pawn that was passed', () => {
    const setup = setupOf('4k3/8/8/3pP3/8/8/8/4K2R w K d6 0 1');
    expect(fenOf(put(setup, 'a1', { color: 'white', role: 'rook' }))).toBe('4k3/8/8/3pP3/8/8/8/R3K2R w K - 0 1');
    expect(fenOf(move(setup, 'h1', null))).toBe('4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1');
    expect(move(setup, 'a1', 'a2')).toBe(setup);
  });
});

describe('a move that nobody has checked', () => {
  const after = (fen: string, uci: string) => afterHand(fen, uci).split(' ').slice(0, 2).join(' ');

  test('is shown as hands would make it', () => {
    expect(after(START_FEN, 'e2e4')).toBe('rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b');
    expect(after('4k3/8/8/8/8/8/8/4K2R w K - 0 1', 'e1g1')).toBe('4k3/8/8/8/8/8/8/5RK1 b');
    expect(after('r3k3/8/8/8/8/8/8/4K3 b q - 0 1', 'e8c8')).toBe('2kr4/8/8/8/8/8/8/4K3 w');
    expect(after('4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1', 'e5d6')).toBe('4k3/8/3P4/8/8/8/8/4K3 b');
    expect(after('4k3/P7/8/8/8/8/8/4K3 w - - 0 1', 'a7a8n')).toBe('N3k3/8/8/8/8/8/8/4K3 b');
  });

  test('can be any move of one’s own pieces', () => {
    const moves = everywhere('4k3/8/8/8/8/8/8/4K2R w K - 0 1');
    expect([...moves.keys()].sort()).toEqual(['e1', 'h1']);
    expect(moves.get('h1')).toHaveLength(62);
  });
});

test('the clock at the board leaves each first move free and adds the increment', () => {
  const time = { initial_ms: 60_000, increment_ms: 2000 };
  const game: Recorded = {
    start: null,
    time,
    names: { white: '', black: '' },
    you: 'white',
    flips: true,
    moves: ['e2e4', 'e7e5', 'g1f3'],
    took: [9000, 9000, 5000],
    ending: null,
  };
  expect(clocksOf(game, 1000)).toEqual({ white: 57_000, black: 59_000 });
  expect(clocksOf({ ...game, took: [1, 1, 90_000] }, 0)?.white).toBe(0);
  expect(clocksOf({ ...game, time: null }, 0)).toBeNull();
});

test('the clock at the board knows delay, Bronstein and odds', () => {
  const clock = { initial_ms: 60_000 };
  const game = { start: null, moves: ['e2e4', 'e7e5', 'g1f3', 'b8c6'], took: [1, 1, 5000, 1000] } as unknown as Recorded;
  // A delay waits: five seconds cost three, one costs nothing, and the next waits two.
  const delay = { ...clock, delay_ms: 2000 };
  expect(clocksOf({ ...game, time: delay }, 1500)).toEqual({ white: 57_000, black: 60_000 });
  expect(clocksOf({ ...game, time: delay }, 2500)).toEqual({ white: 56_500, black: 60_000 });
  // Bronstein runs at once and gives back, never more than was taken.
  const bronstein = { ...clock, bronstein_ms: 2000 };
  expect(clocksOf({ ...game, time: bronstein }, 1500)).toEqual({ white: 55_500, black: 60_000 });
  const odds = { white: { ...clock, increment_ms: 0 }, black: { initial_ms: 30_000, increment_ms: 1000 } };
  expect(clocksOf({ ...game, time: odds }, 0)).toEqual({ white: 55_000, black: 30_000 });
  expect(clocksOf({ ...game, time: { days: 3 } }, 0)).toBeNull();
});

test('times per move come from what the clocks showed', () => {
  const shown = [300_000, 300_000, 297_000, 301_000, 290_000];
  const moves: MoveView[] = shown.map((clock_ms) => ({ uci: 'e2e4', san: 'e4', fen: START_FEN, check: false, clock_ms }));
  const times = moveTimes(START_FEN, { initial_ms: 300_000, increment_ms: 2000 }, moves);
  expect(times.map(({ ply, color, ms }) => [ply, color, ms])).toEqual([
    [3, 'white', 5000],
    [4, 'black', 1000],
    [5, 'white', 9000],
  ]);
  expect(sumOf(times, 'white')).toEqual({ total: 14_000, longest: 9000 });
  expect(moveTimes(START_FEN, null, moves)).toEqual([]);
  expect(moveTimes(START_FEN, { days: 3 }, moves)).toEqual([]);
});
