// SPDX-License-Identifier: AGPL-3.0-or-later
// How a game ended, in English: by the names of its players where they are known, else by their sides.
import type { Color, GameResult, Termination } from '../../../platform/protocol';

/** What the players are called; null where nobody knows. */
export type Names = Record<Color, string> | null;

const SIDES: Record<Color, string> = { white: 'White', black: 'Black' };
const other = (color: Color): Color => (color === 'white' ? 'black' : 'white');

/** `flagged` is the side whose time ran out. */
export function ending(result: GameResult, termination: Termination, flagged: Color | null, names: Names = null): string {
  const called = names ?? SIDES;
  const won: Color = result === 'black_wins' ? 'black' : 'white';
  const [winner, loser] = [called[won], called[other(won)]];
  /** Within a sentence. */
  const within = (side: Color) => called[side].replace(/^The /, 'the ');
  const isDecided = result === 'white_wins' || result === 'black_wins';
  switch (termination) {
    case 'checkmate':
      return `${winner} won by checkmate.`;
    case 'resignation':
      return `${loser} resigned. ${winner} won.`;
    case 'time_forfeit':
      return `${loser} ran out of time. ${winner} won.`;
    case 'time_forfeit_insufficient_material':
      return flagged
        ? `${called[flagged]} ran out of time, but ${within(other(flagged))} can’t mate: draw.`
        : 'Time ran out, but the other side can’t mate: draw.';
    case 'stalemate':
      return 'Draw by stalemate.';
    case 'insufficient_material':
      return 'Draw: neither side can mate.';
    case 'threefold_repetition':
      return 'Draw by threefold repetition.';
    case 'fifty_moves':
      return 'Draw by the fifty-move rule.';
    case 'fivefold_repetition':
      return 'Draw by fivefold repetition.';
    case 'seventy_five_moves':
      return 'Draw by the seventy-five-move rule.';
    case 'agreement':
      return 'Draw by agreement.';
    case 'abandonment':
      return isDecided ? `${loser} left the game. ${winner} won.` : 'A player left, and a draw was claimed.';
    case 'abandonment_insufficient_material':
      return 'A player left, but the other side can’t mate: draw.';
    case 'abort':
      return 'The game was aborted.';
    case 'no_first_move':
      return 'The game was aborted: the first move didn’t come in time.';
    case 'arbiter_decision':
      if (isDecided) return `The arbiter decided: ${winner} won.`;
      return result === 'draw' ? 'The arbiter decided: draw.' : 'The arbiter ended the game.';
    case 'unknown':
      if (isDecided) return `${winner} won.`;
      return result === 'draw' ? 'Draw.' : 'No result was recorded.';
  }
}
