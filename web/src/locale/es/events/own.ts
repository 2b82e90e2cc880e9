// SPDX-License-Identifier: AGPL-3.0-or-later
// The Spanish texts that tell players where they stand in an event, and what their last press has done.
import type { Parts } from '../../dictionary';

export const own: Parts['events']['own'] = {
  /** What stands round the buttons "Join" and "Withdraw". */
  title: 'Tu participación',
  backTo: (name) => `Volver a ${name}`,
  /** Of a game without a first move. */
  forfeit: {
    own: 'No hiciste tu primera jugada: partida perdida por incomparecencia.',
    other: (name) => `${name} no hizo la primera jugada: partida perdida por incomparecencia.`,
    paused: 'No se te empareja hasta que vuelvas.',
  },
  paused: 'Estás en pausa: no se te empareja hasta que vuelvas.',
  withdrawn: 'Te has retirado: no se te empareja hasta que vuelvas.',
  out: 'Has quedado eliminado.',
  /** What the last press has done. */
  done: {
    join: 'Te has inscrito.',
    withdraw: 'Te has retirado.',
    pause: 'Estás en pausa.',
    rejoin: 'Has vuelto.',
    pair: (round) => `La ronda ${round} está emparejada. Por ahora solo la ven los organizadores.`,
    publish: (round) => `La ronda ${round} está publicada.`,
    start: (round) => `La ronda ${round} ha empezado.`,
    undo: 'El emparejamiento se ha deshecho.',
    unpublish: 'La ronda se ha retirado.',
  },
  starts: (when) => `Empieza: ${when}`,
  ended: (when) => `Terminado, empezó: ${when}`,
  entered: 'Te has inscrito',
  onlyStaff: 'Aquí solo los organizadores y el equipo crean torneos.',
  askAdmin: 'Si quieres ser organizador, pídeselo a quien administra este sitio.',
  whyShare: (name) => `¿Por qué comparto el puesto con ${name}?`,
  whyShareBoth: (one, other) => `¿Por qué ${one} y ${other} comparten el puesto?`,
  morePoints: (name) => `${name} tiene más puntos.`,
  youMorePoints: 'Tienes más puntos.',
  play: (opponent, side, board) => `Juegas contra ${opponent} con ${side === 'white' ? 'blancas' : 'negras'} en el tablero ${board}.`,
  bye: (round) => `Descansas en la ronda ${round}.`,
  goesOn: (game) => `El match continúa: partida ${game}.`,
  final: 'Final',
  scoring: 'Una victoria vale 2 puntos y unas tablas 1. Tras dos victorias seguidas cada partida cuenta doble, hasta que no ganes.',
  left: (clock) => `quedan ${clock}`,
  correct: 'Corregir resultado',
};
