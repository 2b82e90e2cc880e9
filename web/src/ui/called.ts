// SPDX-License-Identifier: AGPL-3.0-or-later
import { t } from '../locale';
import type { Color, GameView, PlayerView } from '../platform/protocol';

/** What somebody is called at the beginning of a sentence; null without a name. */
function called(player: PlayerView): string | null {
  switch (player.kind) {
    case 'open':
    case 'ghost':
      return null;
    case 'computer':
      return t.player.theComputer;
    case 'player':
    case 'guest':
      return player.name;
  }
}

/** What the players of a game are called; null where a name is missing, or both have the same one: then their colours are said. */
export function calledIn(game: Pick<GameView, 'white' | 'black'> | null): Record<Color, string> | null {
  if (!game) return null;
  const [white, black] = [called(game.white), called(game.black)];
  return white && black && white !== black ? { white, black } : null;
}
