// SPDX-License-Identifier: AGPL-3.0-or-later
// The Spanish texts of conditional moves and private lines beside a correspondence game.
import type { Parts } from '../dictionary';

const lines: Parts['lines'] = {
  title: 'Jugadas condicionales',
  /** The same after the game. */
  titleAfter: 'Tus líneas',
  count: (lines: number, most: number) => `${lines} de ${most}`,
  none: 'Di qué respondes si tu rival juega esto o aquello. El servidor lo juega en cuanto se da el caso, aunque no estés. Solo lo ves tú.',
  make: 'Introducir una línea',
  board: 'Tablero para tu línea',
  trying: 'Mueve las piezas de ambos bandos. Nada de esto se juega en la partida.',
  first: 'Empieza con la jugada de tu rival.',
  addReply: 'Ahora añade tu respuesta.',
  ownTurn: 'Te toca. Juega primero y luego di qué sigue. Puedes guardar esto como línea privada.',
  notNow: 'Las jugadas condicionales parten de la última posición de la partida. Puedes guardar esto como línea privada.',
  save: 'Guardar jugadas condicionales',
  keep: 'Guardar como línea privada',
  back: 'Deshacer',
  forward: 'Rehacer',
  close: 'Cerrar',
  waits: 'Hay una oferta de tablas o una petición de deshacer. Estas líneas esperan la respuesta.',
  remove: (line: string) => `Quitar ${line}`,
  removeShort: 'Quitar',
  /** Before a line that was played to its end, or no longer applies. */
  past: (kind: string) =>
    ({ played: 'Jugada por ti:', taken_back: 'Ya no vale, porque se deshicieron jugadas:', game_over: 'Ya no vale, porque la partida ha terminado:' })[kind] ??
    'Ya no vale, porque se jugó otra cosa:',
  clear: 'Borrar',
  soFar: (moves: string) => `(Ya jugado: ${moves})`,
  private: 'Líneas privadas',
  show: 'Mostrar en el tablero',
  analyse: (line: string) => `Abrir ${line} en el tablero de análisis`,
  analyseShort: 'Abrir en el tablero de análisis',
  tooLong: (most: number) => `Una línea tiene como máximo ${most} medias jugadas.`,
  errors: {
    game_over: 'Esta partida ha terminado, así que no se guarda nada más.',
    line_of_computer: 'El ordenador responde al instante, así que no hay nada que preparar.',
    line_too_long: 'Esta línea es demasiado larga. Acórtala.',
    line_illegal: 'Una jugada de esta línea ya no es posible.',
    line_after_end: 'La partida acabaría antes del final de esta línea. Deshaz las jugadas que siguen.',
    line_on_own_turn: 'Te toca. Juega primero y luego di qué sigue.',
    line_without_reply: 'Esta línea termina con una jugada de tu rival. Añade tu respuesta.',
    line_taken_back: 'Se deshicieron jugadas, así que esta línea ya no vale. Puedes guardarla como línea privada.',
    line_overtaken: 'Tu rival acaba de jugar otra cosa, así que esta línea ya no vale. Puedes guardarla como línea privada.',
    line_played: 'Todas las jugadas de esta línea se acaban de jugar.',
    too_many_lines: 'Ya tienes todas las líneas posibles. Quita una primero.',
    line_contradicts: 'Tus líneas dan dos respuestas distintas en la misma posición. Quita la otra o cambia esta.',
    line_of_other_game: 'Esta posición ya no está en la partida. Parte de una posición de la partida.',
  },
};

export default lines;
