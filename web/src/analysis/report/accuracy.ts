// SPDX-License-Identifier: AGPL-3.0-or-later
// The accuracy of a part of a game, by the formulas that lichess publishes (lichess.org/page/accuracy) and the server uses: for
// the moves that are known while an analysis grows, and for a range of moves. What the server says of the whole game is shown as it
// says it: it computes with the engine's scores, and here winning chances are in thousandths.
import type { AnalysedMove, AnalysedStart, Color } from '../../platform/protocol';

/** Points of winning chances in a hundred from which on a move has a verdict. */
const JUDGED = 5;

/** The accuracy of a move, 0 to 100, from the mover's winning chances before and after it, 0 to 100. */
export function moveAccuracy(before: number, after: number): number {
  if (after >= before) return 100;
  return clamp(103.1668 * Math.exp(-0.04354 * (before - after)) - 3.1669 + 1, 0, 100);
}

/**
 * Both sides' accuracies, 0 to 100; null for a side that has not moved. `percents` are White's winning chances at the start and after
 * each move, 0 to 100; `first` made the first move. Each is the mean of two means of the moves' accuracies: one is weighted by how
 * much the chances changed around the move, in the other, the harmonic one, a bad move counts heavily. A move that `isExcused` loses
 * nothing.
 */
export function accuracies(percents: readonly number[], first: Color, isExcused: (move: number) => boolean = () => false): Record<Color, number | null> {
  const moves = Math.max(percents.length - 1, 0);
  const width = clamp(Math.floor(moves / 10), 2, 8);
  // The first moves have no full window before them, so they use the first window.
  const weight = (move: number): number => {
    const begin = Math.max(move - (width - 2), 0);
    return clamp(deviation(percents.slice(begin, begin + width)), 0.5, 12);
  };
  const of = (side: Color): number | null => {
    let [count, weights, weighted, inverse] = [0, 0, 0, 0];
    for (let move = side === first ? 0 : 1; move < moves; move += 2) {
      const [before, after] = [percents[move] ?? 0, percents[move + 1] ?? 0];
      const accuracy = isExcused(move) ? 100 : side === 'white' ? moveAccuracy(before, after) : moveAccuracy(100 - before, 100 - after);
      count += 1;
      weights += weight(move);
      weighted += weight(move) * accuracy;
      // One worthless move does not make the whole game worthless.
      inverse += 1 / Math.max(accuracy, 1);
    }
    return count === 0 ? null : (weighted / weights + count / inverse) / 2;
  };
  return { white: of('white'), black: of('black') };
}

/** The same of the half-moves from one to another, from 1 on and both of them included. */
export function accuraciesOf(
  start: AnalysedStart,
  moves: readonly AnalysedMove[],
  first: Color,
  from = 1,
  to = moves.length,
): Record<Color, number | null> {
  const percents = [start.win, ...moves.map(({ win }) => win)].map((win) => win / 10);
  const mover = (from % 2 === 1) === (first === 'white') ? 'white' : 'black';
  const lost = (move: number): number => {
    const [before, after] = [percents[move] ?? 0, percents[move + 1] ?? 0];
    return (move % 2 === 0) === (first === 'white') ? before - after : after - before;
  };
  // What loses so much and has no verdict was the engine's own choice, such as a repetition, which is all that there is.
  const isExcused = (move: number): boolean => !moves[move]?.judgement && lost(move) >= JUDGED;
  return accuracies(percents.slice(from - 1, to + 1), mover, (move) => isExcused(from - 1 + move));
}

/** The half-moves of some whole moves, from 1 on: `first` made the first move of the game, and it has this number. */
export function halfMovesOf(from: number, to: number, first: Color, number: number, of: number): { from: number; to: number } {
  const shift = first === 'black' ? 1 : 0;
  const begin = clamp(2 * (from - number) + 1 - shift, 1, Math.max(of, 1));
  return { from: begin, to: clamp(2 * (to - number) + 2 - shift, begin, Math.max(of, begin)) };
}

/** The population standard deviation. */
function deviation(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
}

const clamp = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most);
