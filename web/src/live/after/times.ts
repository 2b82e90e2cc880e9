// SPDX-License-Identifier: AGPL-3.0-or-later
// How long each move took, from what the clocks showed.
import { turnOf } from '../../board/fen';
import type { ClockControlView, Color, MoveView, TimeControlView } from '../../platform/protocol';

/** One half-move. */
export interface MoveTime {
  /** How many half-moves have been played with it. */
  ply: number;
  color: Color;
  san: string;
  /** In milliseconds. */
  ms: number;
}

const bonusOf = (clock: ClockControlView): number => ('increment_ms' in clock ? (clock.increment_ms ?? 0) : 0);

/** The times of a game with clocks; empty for others. The first move of each side is free and has none. */
export function moveTimes(startFen: string, time: TimeControlView | null, moves: readonly MoveView[]): MoveTime[] {
  if (!time || 'days' in time) return [];
  const clocks = 'white' in time ? time : { white: time, black: time };
  const first = turnOf(startFen);
  return moves.flatMap((move, index) => {
    const before = moves[index - 2]?.clock_ms ?? null;
    if (before === null || move.clock_ms === null) return [];
    const color: Color = (index % 2 === 0) === (first === 'white') ? 'white' : 'black';
    const ms = Math.max(0, before + bonusOf(clocks[color]) - move.clock_ms);
    return [{ ply: index + 1, color, san: move.san, ms }];
  });
}

/** What one side took in all, and for its longest move. */
export function sumOf(times: readonly MoveTime[], color: Color): { total: number; longest: number } {
  const own = times.filter((time) => time.color === color).map(({ ms }) => ms);
  return { total: own.reduce((sum, ms) => sum + ms, 0), longest: Math.max(0, ...own) };
}
