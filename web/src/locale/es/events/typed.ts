// SPDX-License-Identifier: AGPL-3.0-or-later
// The Spanish texts of games at wooden boards.
import type { Parts } from '../../dictionary';
import { forms } from '../../forms';

const { moment } = forms('es');

export const typed: Parts['events']['typed'] = {
  link: 'Partida',
  linkOf: (board) => `Partida del tablero ${board}`,
  type: 'Introducir partida',
  typeOf: (board) => `Introducir partida, tablero ${board}`,
  title: (round, board) => `Ronda ${round}, tablero ${board}`,
  gameOf: (game) => `Partida ${game}`,
  missing: 'No existe esa partida',
  missingHint: 'No hay ningún tablero en esta dirección, o su ronda no está publicada.',
  none: 'Nadie ha introducido esta partida.',
  resultFirst: 'La partida se puede introducir cuando tenga resultado. Una incomparecencia no tiene partida.',
  toMove: (side, name) => `Juegan ${side === 'white' ? 'blancas' : 'negras'}: ${name}`,
  notAMove: (text) => `«${text}» no es una jugada posible aquí.`,
  move: 'Jugada',
  moveHint: 'Nf3, o varias jugadas',
  takeBack: 'Deshacer jugada',
  paste: 'Pegar PGN',
  pasteLabel: 'Partida en PGN',
  pasteHint: 'O solo las jugadas. Los comentarios y las variantes se omiten; 600 medias jugadas como máximo.',
  isTyped: 'Otra persona ya ha escrito esta partida. Elige otra, o vacía el campo.',
  file: 'O elegir un archivo',
  keepPasted: 'Guardar la partida pegada',
  keep: 'Guardar partida',
  kept: (board) => `La partida del tablero ${board} está guardada.`,
  change: 'Corregir partida',
  remove: 'Quitar partida',
  removeNow: 'Quitar esta partida',
  by: (name, at) => (name === null ? `Introducida el ${moment(at)}` : `Introducida por ${name} el ${moment(at)}`),
};
