// SPDX-License-Identifier: AGPL-3.0-or-later
import type { Color, GameRow, GameRowSide } from '../platform/protocol';

/** A listed game as one of its players sees it. */
export interface OwnRow {
  you: Color;
  own: GameRowSide;
  opponent: GameRowSide;
  mark: 'won' | 'drawn' | 'lost' | 'none';
  /** Why there is no result; null where there is one. */
  without: 'aborted' | 'noResult' | null;
}

/** The row from the side of the player whose list it is, as the server says; from White's where it says none. */
export function rowOf(game: GameRow): OwnRow {
  const you = game.side ?? 'white';
  const [own, opponent] = you === 'white' ? [game.white, game.black] : [game.black, game.white];
  const mark = markOf(game, you);
  const reason = game.termination === 'unknown' ? 'noResult' : 'aborted';
  // Whoever has imported a game has neither won nor lost it.
  return { you, own, opponent, mark: game.side === undefined ? 'none' : mark, without: mark === 'none' ? reason : null };
}

function markOf({ result }: GameRow, you: Color): OwnRow['mark'] {
  if (result === 'aborted') return 'none';
  if (result === 'draw') return 'drawn';
  return result === `${you}_wins` ? 'won' : 'lost';
}
