// SPDX-License-Identifier: AGPL-3.0-or-later
// The Spanish texts of the board editor.
import type { Parts } from '../dictionary';

const editor: Parts['editor'] = {
  title: 'Editor de tablero',
  tools: 'Herramienta',
  move: 'Mover piezas',
  erase: 'Vaciar casillas',
  turn: 'Juegan',
  castling: 'Enroque',
  castles: {
    K: 'Blancas, corto',
    Q: 'Blancas, largo',
    k: 'Negras, corto',
    q: 'Negras, largo',
  },
  enPassant: 'Al paso',
  none: 'Ninguna',
  fen: 'FEN',
  start: 'Posición inicial',
  clear: 'Vaciar el tablero',
  fine: 'Aquí puede empezar una partida.',
  unreachable: 'No se puede conectar con el servidor, así que la posición no se comprueba.',
  problems: 'Qué está mal',
  unread: (parts: string[]) => `No se entiende y se ha dejado fuera: ${parts.join(', ')}`,
  remarks: 'Ninguna partida llega aquí, pero una puede empezar:',
  friend: 'Jugar con un amigo',
  computer: 'Jugar contra la máquina',
  overTheBoard: 'Dos jugadores, una pantalla',
  picture: 'Imagen',
  keys: 'Teclas en una casilla: K Q R B N P ponen una pieza del último bando elegido, Supr la vacía.',
};

export default editor;
