// SPDX-License-Identifier: AGPL-3.0-or-later
import type { GameSummary } from '../platform/protocol';

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
  return games.filter((game) => stateOf(game) !== 'aborted').sort((one, two) => rank(one) - rank(two));
}
