// SPDX-License-Identifier: AGPL-3.0-or-later
// The Spanish texts of games over the board.
import type { Color } from '../../platform/protocol';
import type { Parts } from '../dictionary';

const sides: Record<Color, string> = { white: 'blancas', black: 'negras' };

const otb: Parts['otb'] = {
  title: 'Dos jugadores, una pantalla',
  hint: 'Jugad por turnos en el mismo dispositivo. La partida se guarda solo para ti.',
  offline: 'Con esta página abierta no hace falta servidor: jugáis, los relojes corren y la partida queda en este navegador. Cuando vuelve el servidor, comprueba las jugadas según las reglas, ve mates y tablas, y guarda la partida.',
  names: (color: Color) => `Nombre de las ${sides[color]}`,
  you: 'Tú eres',
  flip: 'Girar el tablero tras cada jugada',
  start: 'Empezar partida',
  toMove: (color: Color, name: string | null) => (name ? `Juega ${name}.` : `Juegan las ${sides[color]}.`),
  inCheck: (color: Color, name: string | null) => (name ? `${name} está en jaque.` : `Las ${sides[color]} están en jaque.`),
  away: 'No hay servidor a mano. Se puede seguir jugando: las jugadas se comprobarán cuando vuelva.',
  refused: (number: number, why: string) => `La jugada ${number} no era posible, así que la partida sigue antes de ella. ${why}`,
  resign: (color: Color, name: string | null) => (name ? `Abandona ${name}` : `Abandonan las ${sides[color]}`),
  draw: 'Acordar tablas',
  claim: 'Reclamar tablas',
  timeUp: (color: Color, name: string | null) => (name ? `A ${name} se le acabó el tiempo.` : `A las ${sides[color]} se les acabó el tiempo.`),
  saving: 'Guardando la partida.',
  waitingToSave: 'La partida se queda en este navegador y se guardará cuando vuelva el servidor.',
  failed: 'La partida no se puede guardar.',
  open: 'Abrir la partida',
  again: 'Otra partida',
  leave: 'Descartar partida',
  ask: { leave: '¿Descartar esta partida?', yes: 'Sí, descartar' },
};

export default otb;
