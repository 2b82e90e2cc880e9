// SPDX-License-Identifier: AGPL-3.0-or-later
// How a game ended, in German.
import type { Color, GameResult, Termination } from '../../../platform/protocol';
import type { Names } from '../../en/main/ending';

const SIDES: Record<Color, string> = { white: 'Weiß', black: 'Schwarz' };
const other = (color: Color): Color => (color === 'white' ? 'black' : 'white');

export function ending(result: GameResult, termination: Termination, flagged: Color | null, names: Names = null): string {
  const called = names ?? SIDES;
  const won: Color = result === 'black_wins' ? 'black' : 'white';
  const [winner, loser] = [called[won], called[other(won)]];
  const within = (side: Color) => called[side].replace(/^Der /, 'der ');
  const isDecided = result === 'white_wins' || result === 'black_wins';
  switch (termination) {
    case 'checkmate':
      return `${winner} hat durch Matt gewonnen.`;
    case 'resignation':
      return `${loser} hat aufgegeben. ${winner} hat gewonnen.`;
    case 'time_forfeit':
      return `${loser} hat die Zeit überschritten. ${winner} hat gewonnen.`;
    case 'time_forfeit_insufficient_material':
      return flagged
        ? `${called[flagged]} hat die Zeit überschritten, aber ${within(other(flagged))} kann nicht mattsetzen: Remis.`
        : 'Zeitüberschreitung, aber die andere Seite kann nicht mattsetzen: Remis.';
    case 'stalemate':
      return 'Remis durch Patt.';
    case 'insufficient_material':
      return 'Remis: Keine Seite kann mattsetzen.';
    case 'threefold_repetition':
      return 'Remis durch dreimalige Stellungswiederholung.';
    case 'fifty_moves':
      return 'Remis nach der 50-Züge-Regel.';
    case 'fivefold_repetition':
      return 'Remis durch fünfmalige Stellungswiederholung.';
    case 'seventy_five_moves':
      return 'Remis nach der 75-Züge-Regel.';
    case 'agreement':
      return 'Remis durch Übereinkunft.';
    case 'abandonment':
      return isDecided ? `${loser} hat die Partie verlassen. ${winner} hat gewonnen.` : 'Ein Spieler ist gegangen, und Remis wurde reklamiert.';
    case 'abandonment_insufficient_material':
      return 'Ein Spieler ist gegangen, aber die andere Seite kann nicht mattsetzen: Remis.';
    case 'abort':
      return 'Die Partie wurde abgebrochen.';
    case 'no_first_move':
      return 'Die Partie wurde abgebrochen: Der erste Zug kam nicht rechtzeitig.';
    case 'arbiter_decision':
      if (isDecided) return `Der Schiedsrichter hat entschieden: ${winner} hat gewonnen.`;
      return result === 'draw' ? 'Der Schiedsrichter hat entschieden: Remis.' : 'Der Schiedsrichter hat die Partie beendet.';
    case 'unknown':
      if (isDecided) return `${winner} hat gewonnen.`;
      return result === 'draw' ? 'Remis.' : 'Es ist kein Ergebnis eingetragen.';
  }
}
