// SPDX-License-Identifier: AGPL-3.0-or-later
// The clocks that an arbiter may pause, and times as they are typed.
import type { EventBoardView, EventView } from '../../platform/protocol';
import { runs } from './results';

/** A board whose game runs on this server. */
export interface Running {
  /** The board, from 1. */
  board: number;
  /** The game. */
  game: string;
  /** The entrants by colour in the game that is played now. */
  white: number;
  black: number;
  /** Why its clocks are paused, perhaps empty; null while they run. */
  paused: string | null;
}

/** The last round that has begun, from 1; 0 if none has. */
export const roundOfClocks = ({ rounds }: Pick<EventView, 'rounds'>): number => rounds.filter(({ stage }) => stage === 'started').length;

/** The boards of a round whose game runs on this server. */
export function running(boards: readonly EventBoardView[]): Running[] {
  return boards.flatMap((board) => {
    const last = board.games.at(-1);
    if (!last?.game || !runs(board)) return [];
    const [white, black] = last.turned ? [board.black, board.white] : [board.white, board.black];
    return [{ board: board.number, game: last.game, white, black, paused: board.table?.paused ?? null }];
  });
}

/** The rounds in which games run on this server, the last one first: a game that is played later runs beside the round that is played now. */
export function runningRounds({ rounds }: Pick<EventView, 'rounds'>): { round: number; boards: Running[] }[] {
  const begun = rounds.slice(0, roundOfClocks({ rounds })).map(({ boards }, place) => ({ round: place + 1, boards: running(boards) }));
  return begun.filter(({ boards }) => boards.length > 0).reverse();
}

/** The seconds of a time such as `5:30` or `1:05:00`; null if it is none. */
export function typedSeconds(text: string): number | null {
  const parts = /^\d{1,3}(:\d{2}){1,2}$/.test(text.trim()) ? text.trim().split(':').map(Number) : null;
  if (!parts || parts.slice(1).some((part) => part > 59)) return null;
  return parts.reduce((seconds, part) => seconds * 60 + part, 0);
}
