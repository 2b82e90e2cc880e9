// SPDX-License-Identifier: AGPL-3.0-or-later
import type { Color, GameRow, GameRowSide, PlayerView } from '../platform/protocol';

/** A listed game as one of its players sees it. */
export interface OwnRow {
  you: Color;
  own: GameRowSide;
  opponent: GameRowSide;
  mark: 'won' | 'drawn' | 'lost' | 'none';
  /** Why there is no result; null where there is one. */
  without: 'aborted' | 'noResult' | null;
}

/** Names are compared as the server does for a log-in: without regard to case. */
function isNamed(player: PlayerView, name: string): boolean {
  return player.kind === 'player' && folded(player.name) === folded(name);
}

const folded = (name: string): string => name.normalize('NFC').toLowerCase();

/** The row from the side of the player of that name. */
export function rowOf(game: GameRow, name: string): OwnRow {
  const you = !game.imported && isNamed(game.black.player, name) ? 'black' : 'white';
  const [own, opponent] = you === 'white' ? [game.white, game.black] : [game.black, game.white];
  const mark = markOf(game, you);
  const reason = game.termination === 'unknown' ? 'noResult' : 'aborted';
  // Whoever has imported a game has neither won nor lost it.
  return { you, own, opponent, mark: game.imported ? 'none' : mark, without: mark === 'none' ? reason : null };
}

function markOf({ result }: GameRow, you: Color): OwnRow['mark'] {
  if (result === 'aborted') return 'none';
  if (result === 'draw') return 'drawn';
  return result === `${you}_wins` ? 'won' : 'lost';
}
