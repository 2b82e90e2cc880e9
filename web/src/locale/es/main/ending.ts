// SPDX-License-Identifier: AGPL-3.0-or-later
// How a game ended, in Spanish.
import type { Color, GameResult, Termination } from '../../../platform/protocol';
import type { Names } from '../../en/main/ending';

const SIDES: Record<Color, string> = { white: 'Las blancas', black: 'Las negras' };
const other = (color: Color): Color => (color === 'white' ? 'black' : 'white');

export function ending(result: GameResult, termination: Termination, flagged: Color | null, names: Names = null): string {
  const called = names ?? SIDES;
  /** One person has won; a side is several pieces. */
  const verb = (one: string, several: string) => (names ? one : several);
  const within = (side: Color) => called[side].replace(/^L(?=as? )/, 'l');
  const won: Color = result === 'black_wins' ? 'black' : 'white';
  const loser = called[other(won)];
  const isDecided = result === 'white_wins' || result === 'black_wins';
  const victory = `${verb('Gana', 'Ganan')} ${within(won)}`;
  switch (termination) {
    case 'checkmate':
      return `${victory} por jaque mate.`;
    case 'resignation':
      return `${loser} ${verb('abandona', 'abandonan')}. ${victory}.`;
    case 'time_forfeit':
      return `A ${within(other(won))} se ${verb('le', 'les')} acabó el tiempo. ${victory}.`;
    case 'time_forfeit_insufficient_material':
      return flagged
        ? `A ${within(flagged)} se ${verb('le', 'les')} acabó el tiempo, pero ${within(other(flagged))} no ${verb('puede', 'pueden')} dar mate: tablas.`
        : 'Se acabó el tiempo, pero el otro bando no puede dar mate: tablas.';
    case 'stalemate':
      return 'Tablas por rey ahogado.';
    case 'insufficient_material':
      return 'Tablas: ningún bando puede dar mate.';
    case 'threefold_repetition':
      return 'Tablas por triple repetición.';
    case 'fifty_moves':
      return 'Tablas por la regla de las 50 jugadas.';
    case 'fivefold_repetition':
      return 'Tablas por quíntuple repetición.';
    case 'seventy_five_moves':
      return 'Tablas por la regla de las 75 jugadas.';
    case 'agreement':
      return 'Tablas de mutuo acuerdo.';
    case 'abandonment':
      return isDecided ? `${loser} ${verb('dejó', 'dejaron')} la partida. ${victory}.` : 'Un jugador se fue, y se reclamaron tablas.';
    case 'abandonment_insufficient_material':
      return 'Un jugador se fue, pero el otro bando no puede dar mate: tablas.';
    case 'abort':
      return 'La partida se canceló.';
    case 'no_first_move':
      return 'La partida se canceló: la primera jugada no llegó a tiempo.';
    case 'arbiter_decision':
      if (isDecided) return `Decisión del árbitro: ${victory}.`;
      return result === 'draw' ? 'Decisión del árbitro: tablas.' : 'El árbitro dio por terminada la partida.';
    case 'unknown':
      if (isDecided) return `${victory}.`;
      return result === 'draw' ? 'Tablas.' : 'No se anotó ningún resultado.';
  }
}
