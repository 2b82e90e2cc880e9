// SPDX-License-Identifier: AGPL-3.0-or-later
// How a game ended, in French.
import type { Color, GameResult, Termination } from '../../../platform/protocol';
import type { Names } from '../../en/main/ending';

const SIDES: Record<Color, string> = { white: 'Les Blancs', black: 'Les Noirs' };
const other = (color: Color): Color => (color === 'white' ? 'black' : 'white');

export function ending(result: GameResult, termination: Termination, flagged: Color | null, names: Names = null): string {
  const called = names ?? SIDES;
  /** One person has won; a side is several men. */
  const verb = (one: string, several: string) => (names ? one : several);
  const within = (side: Color) => called[side].replace(/^L(?=es |’)/, 'l');
  const won: Color = result === 'black_wins' ? 'black' : 'white';
  const loser = called[other(won)];
  const isDecided = result === 'white_wins' || result === 'black_wins';
  const victory = `${called[won]} ${verb('gagne', 'gagnent')}`;
  switch (termination) {
    case 'checkmate':
      return `${victory} par échec et mat.`;
    case 'resignation':
      return `${loser} ${verb('abandonne', 'abandonnent')}. ${victory}.`;
    case 'time_forfeit':
      return `${loser} ${verb('a', 'ont')} dépassé le temps. ${victory}.`;
    case 'time_forfeit_insufficient_material':
      return flagged
        ? `${called[flagged]} ${verb('a', 'ont')} dépassé le temps, mais ${within(other(flagged))} ne ${verb('peut', 'peuvent')} pas mater : nulle.`
        : 'Temps écoulé, mais l’autre camp ne peut pas mater : nulle.';
    case 'stalemate':
      return 'Nulle par pat.';
    case 'insufficient_material':
      return 'Nulle : aucun camp ne peut mater.';
    case 'threefold_repetition':
      return 'Nulle par triple répétition.';
    case 'fifty_moves':
      return 'Nulle par la règle des 50 coups.';
    case 'fivefold_repetition':
      return 'Nulle par quintuple répétition.';
    case 'seventy_five_moves':
      return 'Nulle par la règle des 75 coups.';
    case 'agreement':
      return 'Nulle par accord mutuel.';
    case 'abandonment':
      return isDecided ? `${loser} ${verb('a', 'ont')} quitté la partie. ${victory}.` : 'Un joueur est parti, et la nulle a été réclamée.';
    case 'abandonment_insufficient_material':
      return 'Un joueur est parti, mais l’autre camp ne peut pas mater : nulle.';
    case 'abort':
      return 'La partie a été annulée.';
    case 'no_first_move':
      return 'La partie a été annulée : le premier coup n’est pas venu à temps.';
    case 'arbiter_decision':
      if (isDecided) return `L’arbitre a tranché : ${victory}.`;
      return result === 'draw' ? 'L’arbitre a tranché : partie nulle.' : 'L’arbitre a mis fin à la partie.';
    case 'unknown':
      if (isDecided) return `${victory}.`;
      return result === 'draw' ? 'Partie nulle.' : 'Aucun résultat n’a été noté.';
  }
}
