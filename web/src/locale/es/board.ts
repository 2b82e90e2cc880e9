// SPDX-License-Identifier: AGPL-3.0-or-later
// Spanish texts about the board: what can be chosen, and the keys.
import type { Color, Role } from '../../platform/protocol';
import type { Parts } from '../dictionary';
import texts from './index';
import { coloured, plurals, roles } from './main/pieces';

const side = (color: Color): string => texts.sides[color];
const some = (names: string[], none: string): string => (names.length === 0 ? none : names.join(', '));

const board: Parts['board'] = {
  title: 'Tablero',
  handling: 'Movimiento',
  hearing: 'Sonido y tacto',
  screen: 'Ajustes',
  all: 'Todos los ajustes',
  close: 'Cerrar',
  boards: 'Casillas',
  pieces: 'Piezas',
  coordinates: 'Coordenadas',
  animation: 'Deslizamiento',
  notation: 'Jugadas',
  captured: 'Piezas capturadas',
  moving: 'Las piezas se mueven con',
  promotion: 'Un peón que corona',
  spoken: 'Las jugadas se dicen en',
  volume: 'Volumen',
  sounds: 'Tipo de sonido',
  size: 'Tamaño del tablero',
  percent: (value: number) => `${value} %`,
  switches: {
    blindfold: 'A ciegas: ocultar las piezas',
    clock_bar: 'Mostrar una barra bajo cada reloj',
    destinations: 'Mostrar adónde puede ir una pieza',
    premoves: 'Jugadas anticipadas',
    touch_square: 'Agrandar la casilla bajo el dedo',
    confirm_move: 'Preguntar antes de cada jugada',
    keys: 'Atajos de una tecla',
    say_clock: 'Avisar cuando queden 30, 20 y 10 segundos',
    sound: 'Sonidos',
    low_time: 'Avisar cuando quede poco tiempo',
    haptics: 'Vibrar con las jugadas, si el dispositivo puede',
  },
  choices: {
    board: { slate: 'Pizarra', wood: 'Madera', green: 'Verde', sea: 'Mar', rose: 'Rosa', sand: 'Arena', contrast: 'Contraste' },
    pieces: { classic: 'Clásicas', plain: 'Sencillas', solid: 'Macizas', letters: 'Letras' },
    coordinates: { inside: 'Dentro', outside: 'Fuera', all: 'En todas', none: 'Ninguna' },
    animation: { normal: 'Normal', slow: 'Lento', fast: 'Rápido', none: 'Ninguno' },
    notation: { letters: 'Letras: Nf3', figurines: 'Figuras: ♘f3', own: 'Español: Cf3' },
    captured: { all: 'Todas', difference: 'Diferencia', off: 'Ninguna' },
    moving: { both: 'Ambos', click: 'Dos clics', drag: 'Arrastre' },
    promotion: { ask: 'Preguntar', queen: 'Siempre dama' },
    sounds: { wood: 'Madera', soft: 'Suave', glass: 'Cristal' },
    spoken: { words: 'Palabras', san: 'Notación', nato: 'Palabras, casillas OTAN' },
  },
  keysTitle: 'Teclas',
  keys: [
    ['← →', 'una jugada atrás o adelante'],
    ['↑ ↓', 'primera o última posición'],
    ['/', 'escribir una jugada o una orden'],
    ['F', 'girar el tablero'],
    ['Z', 'zen: solo el tablero y los relojes'],
    ['D', 'dibujar flechas y círculos'],
    ['S', 'estos ajustes'],
    ['?', 'esta lista'],
    ['Esc', 'soltar la pieza, anular jugadas anticipadas'],
  ],
  boardKeysTitle: 'En el tablero',
  boardKeys: [
    ['Arrows', 'recorrer las casillas'],
    ['Enter', 'tomar, soltar, jugar'],
    ['K Q R B N P', 'siguiente pieza de este tipo; con Mayús, la anterior'],
    ['1–8', 'fila; con Mayús, la columna'],
    ['M', 'jugadas de la pieza; con Mayús, solo capturas'],
    ['O', 'esta casilla'],
    ['L', 'última jugada'],
    ['C', 'última captura'],
    ['T', 'relojes'],
    ['X', 'lo que hay alrededor, hasta donde alcanza la vista'],
    ['I', 'escribir una jugada o una orden'],
  ],
  say: {
    squares: (color: Color, role: Role, squares: string[]) =>
      `${side(color)}, ${squares.length === 1 ? roles[role] : plurals[role]}: ${some(squares, 'ninguna')}.`,
    line: (name: string, found: string[]) => `${/\d/.test(name) ? 'Fila' : 'Columna'} ${name}: ${some(found, 'vacía')}.`,
    piece: (square: string, color: Color, role: Role) => `${square} ${coloured(color, role)}`,
    square: (text: string) => `${text}.`,
    around: (square: string, found: string[]) => `Desde ${square}: ${some(found, 'nada')}.`,
    moves: (square: string, targets: string[]) => `${square} va a ${some(targets, 'ninguna casilla')}.`,
    captures: (square: string, targets: string[]) => `${square} captura en ${some(targets, 'ninguna casilla')}.`,
    noPiece: (square: string) => `No hay ninguna pieza tuya en ${square}.`,
    lastMove: (text: string) => `Última jugada, ${text}.`,
    lastCapture: (text: string) => `Última captura, ${text}.`,
    noMove: 'No se ha jugado ninguna jugada.',
    noCapture: 'No se ha capturado nada.',
    clock: (color: Color, ms: number, isRunning: boolean) => {
      const left = Math.max(0, Math.floor(ms / 1000));
      const [hours, minutes, seconds] = [Math.floor(left / 3600), Math.floor(left / 60) % 60, left % 60];
      const parts = [hours > 0 ? `${hours} h` : '', minutes > 0 ? `${minutes} min` : '', `${seconds} s`].filter((part) => part !== '');
      return `${side(color)}: ${parts.join(' ')}${isRunning ? ', en marcha' : ''}.`;
    },
    noClocks: 'Esta partida no tiene relojes.',
    turn: (color: Color) => `Juegan ${color === 'white' ? 'las blancas' : 'las negras'}.`,
    captured: (color: Color, names: string[]) => `${side(color)}, capturas: ${some(names, 'ninguna')}.`,
    premoves: (moves: string[]) =>
      moves.length === 0 ? 'No hay jugadas anticipadas.' : `Jugadas anticipadas: ${moves.join(', ')}.`,
    premove: (from: string, to: string) => `La jugada anticipada ${from} ${to} espera.`,
    cancelled: 'Jugadas anticipadas anuladas.',
    played: (from: string, to: string) => `${from} ${to}.`,
    sure: (question: string) => `${question} Escribe sí o no.`,
    done: 'Hecho.',
    cant: 'Eso no se puede hacer ahora.',
    several: (squares: string[]) => `Varias piezas pueden ir allí: di ${squares.join(' o ')}.`,
    noSuchMove: (text: string) => `Ninguna pieza tuya puede hacer eso: ${text}.`,
    notNow: 'Ahora no puedes mover.',
    unknown: (text: string) => `No entendido: ${text}. Escribe ayuda para ver una lista.`,
    offered: (text: string) => text,
    help:
      'Jugadas: Nf3, g1f3, caballo por e5, enroque corto. Preguntas: reloj, última, turno, capturas, anticipadas, rival; ' +
      'piezas caballo; columna e, fila 4; casilla e4; jugadas e2. ' +
      'Chat: di hola; chat lee las últimas líneas. ' +
      'Acciones: tablas, abandonar, cancelar, deshacer, tiempo, aceptar, rechazar, reclamar, reclamar tablas, revancha, anular, girar, zen, ' +
      'atrás, adelante, principio, fin.',
  },
  vocabulary: {
    di: 'say', decir: 'say',
    ayuda: 'help', reloj: 'clock', relojes: 'clock', última: 'last', ultima: 'last', turno: 'turn',
    capturas: 'captured', anticipadas: 'premoves', rival: 'opponent', sí: 'yes', si: 'yes',
    aceptar: 'accept', rechazar: 'decline', abandonar: 'resign', cancelar: 'abort', tablas: 'draw',
    deshacer: 'takeback', tiempo: 'time', reclamar: 'claim', revancha: 'rematch', anular: 'cancel',
    girar: 'flip', atrás: 'back', atras: 'back', adelante: 'on', principio: 'first', fin: 'end',
    piezas: 'pieces', fila: 'scan', columna: 'scan', casilla: 'square', jugadas: 'moves', peón: 'pawn',
    peon: 'pawn', peones: 'pawns', caballo: 'knight', caballos: 'knights', alfil: 'bishop',
    alfiles: 'bishops', torre: 'rook', torres: 'rooks', dama: 'queen', rey: 'king', por: 'takes',
    captura: 'takes', toma: 'takes', en: 'on', jaque: 'check', corona: 'promotes', enroque: 'castles',
    corto: 'short', largo: 'long', uno: 'one', dos: 'two', tres: 'three', cuatro: 'four', cinco: 'five',
    seis: 'six', siete: 'seven', ocho: 'eight',
  },
};

export default board;
