// SPDX-License-Identifier: AGPL-3.0-or-later
// Where in an event the game of a wooden board stands, and which games can be typed.
import type { EventBoardView } from '../platform/protocol';

/** Which game: the round, the board and the game of it, each from 1. */
export interface GamePlace {
  round: number;
  board: number;
  game: number;
}

/** The place that an address names: `3-12` or `3-12-2`; null for any other text. */
export function placeIn(text: string): GamePlace | null {
  const [, round, board, game = '1'] = /^(\d{1,3})-(\d{1,4})(?:-(\d{1,3}))?$/.exec(text) ?? [];
  if (round === undefined || board === undefined) return null;
  return { round: Number(round), board: Number(board), game: Number(game) };
}

/** The same as an address has it. */
export const addressOf = ({ round, board, game }: GamePlace): string => `#game=${round}-${board}${game > 1 ? `-${game}` : ''}`;

/** Whether organisers may type this game of a board: it was played at a wooden board, and nobody has typed it. */
export function isToType(board: EventBoardView, which: number): boolean {
  const game = board.games[which];
  return !!game?.outcome && !game.game && game.typed === null && (!board.online || board.left) && !/^[+-]\//.test(game.outcome);
}
