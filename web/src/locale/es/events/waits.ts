// SPDX-License-Identifier: AGPL-3.0-or-later
// The Spanish texts that tell players what the next round waits for.
import type { Parts } from '../../dictionary';
import { forms } from '../../forms';

const { plural, list } = forms('es');

/** A few boards by their numbers, many by their count. */
const playing = (boards: number[]): string =>
  boards.length > 4 ? plural(boards.length, { other: 'Aún se juega en # tableros' }) : `Aún se juega en ${plural(boards.length, { one: 'el tablero', other: 'los tableros' })} ${list(boards.map(String))}`;

export const waits: Parts['events']['waits'] = {
  boards: (boards, next) => `${playing(boards)}. Después viene la ronda ${next}.`,
  last: (boards) => `${playing(boards)}, en la última ronda.`,
  start: (round) => `La ronda ${round} está emparejada. La iniciará el organizador.`,
  pair: (round) => `La siguiente es la ronda ${round}. La emparejará el organizador.`,
  own: (round, board) => `Tu partida en el tablero ${board} de la ronda ${round} se juega más tarde. Hasta que tenga resultado, cuenta como tablas para los emparejamientos.`,
  place: (round, board) => `tablero ${board} de la ronda ${round}`,
  postponed: (games) => `${plural(games.length, { one: 'Partida aplazada', other: 'Partidas aplazadas' })}: ${list(games)}. La clasificación final ${games.length === 1 ? 'la' : 'las'} espera.`,
};
