// SPDX-License-Identifier: AGPL-3.0-or-later
import type { GameSummary } from '../platform/protocol';
import { isTrial } from './begin';

/** How a game of one's own stands, in a word that the locale has a text for. */
export type SummaryState = 'yourMove' | 'theirMove' | 'waiting' | 'won' | 'lost' | 'draw' | 'aborted' | 'unfinished';

const ORDER: SummaryState[] = ['yourMove', 'theirMove', 'waiting', 'won', 'lost', 'draw', 'aborted', 'unfinished'];

/** How a game stands for the caller. */
export function stateOf({ status, you, turn }: GameSummary): SummaryState {
  if (status.kind === 'waiting') return 'waiting';
  if (status.kind === 'playing') return turn === you ? 'yourMove' : 'theirMove';
  if (status.result === 'aborted' && status.termination === 'unknown') return 'unfinished';
  if (status.result === 'draw' || status.result === 'aborted') return status.result;
  return status.result === `${you}_wins` ? 'won' : 'lost';
}

/** Games that wait for the caller first, finished games last; otherwise as the server gave them. */
export function inOrder(games: readonly GameSummary[]): GameSummary[] {
  const rank = (game: GameSummary) => Math.min(3, ORDER.indexOf(stateOf(game)));
  return games.filter((game) => stateOf(game) !== 'aborted' && !isTrial(game)).sort((one, two) => rank(one) - rank(two));
}

/** The clocked game that needs its player most: one in which they are to move, with the least time; null where none runs. */
export function runningOf(games: readonly GameSummary[]): GameSummary | null {
  const urgency = (game: GameSummary) => (game.turn === game.you ? (game.left_ms ?? 0) : Number.MAX_SAFE_INTEGER);
  return games.filter(isClocked).sort((one, two) => urgency(one) - urgency(two))[0] ?? null;
}

/** Seconds count in a game that is played by the clock, not in one with days for each move. */
export const isClocked = ({ status, time }: GameSummary): boolean => status.kind === 'playing' && time !== null && !('days' in time);
