// SPDX-License-Identifier: AGPL-3.0-or-later
// The Spanish texts of the analysis board.
import type { Color, PieceOn } from '../../platform/protocol';
import type { Parts } from '../dictionary';
import { forms } from '../forms';
import { the } from './main/pieces';

const { plural, number } = forms('es-ES');

const THE: Record<Color, string> = { white: 'Las blancas', black: 'Las negras' };

const analysis: Parts['analysis'] = {
  title: 'Análisis',
  titleOf: (white: string, black: string) => `Análisis: ${white} – ${black}`,
  missing: 'Esta partida no existe, o no puedes verla.',
  running: 'Esta partida todavía se está jugando. Podrás analizarla cuando termine.',
  toGame: 'Ir a la partida',
  toBoard: 'Ir al tablero de análisis',
  failed: 'No se puede cargar la partida. Comprueba tu conexión e inténtalo de nuevo.',
  moves: 'Jugadas',
  none: 'Mueve una pieza para empezar.',
  undo: 'Deshacer',
  redo: 'Rehacer',
  backToGame: 'Volver a la partida',
  endLesson: 'Terminar la lección',
  gone: 'Esa jugada se borró en este tablero. «Deshacer» la recupera, o «Descartar mis cambios» en el menú.',
  lookingBack: 'Estás mirando una posición anterior. Ve a la última jugada para jugar.',
  toMove: (color: Color) => `Juegan ${color === 'white' ? 'las blancas' : 'las negras'}.`,
  inCheck: (color: Color) => `${THE[color]} están en jaque.`,
  inVariation: 'Estás en una variante.',
  badLink: 'La posición de este enlace no se puede leer.',
  badLine: 'El resto de la línea de este enlace no es legal.',
  longLine: (moves: number) => `La dirección de la página solo contiene las primeras ${number(moves)} jugadas de esta línea. Copia el PGN para compartirla entera.`,
  asChess960: 'Estos derechos de enroque solo existen en Chess960, así que la posición es ahora una de Chess960.',
  replacing: (move: string) => `Haz la jugada que sustituye a ${move}. Lo que sigue se conserva mientras sea legal.`,
  lost: (count: number) => plural(count, { one: '# jugada ya no era legal y se ha quitado. «Deshacer» la recupera.', other: '# jugadas ya no eran legales y se han quitado. «Deshacer» las recupera.' }),
  rewritten: 'Un comentario PGN no puede contener { }, [% ni saltos de línea. Se han escrito como ( ), [ % y espacios.',
  tooLarge: 'Este análisis es demasiado grande para guardarlo en el navegador. Copia su PGN antes de cerrar la página.',
  littleRoom: (left: number, next: string | null) => `Queda poco espacio en este navegador. ${left > 0 ? `Después de ${number(left)} partidas más` : 'Pronto'} se borrará el análisis más antiguo: ${next ?? 'uno de otra cuenta'}. Para conservarlo, copia su PGN.`,
  forgotten: (title: string | null) => `No quedaba espacio en este navegador, y se ha borrado el análisis más antiguo: ${title ?? 'uno de otra cuenta'}.`,
  claims: {
    threefold_repetition: 'La posición se da por tercera vez: se pueden reclamar tablas.',
    fifty_moves: '50 jugadas sin captura ni movimiento de peón: se pueden reclamar tablas.',
  },
  outcomes: {
    checkmate: 'Jaque mate.',
    stalemate: 'Ahogado: tablas.',
    insufficient_material: 'Ningún bando puede dar mate: tablas.',
    fivefold_repetition: 'La posición se ha repetido cinco veces: tablas.',
    seventy_five_moves: '75 jugadas sin capturas ni movimientos de peón: tablas.',
  },

  engine: 'Módulo',
  lines: 'Líneas',
  threat: 'Mostrar la amenaza',
  noThreat: 'En jaque no hay amenaza que mostrar.',
  threatIs: (move: string) => `Amenaza: ${move}`,
  endless: 'Seguir calculando',
  best: 'Flecha de la mejor jugada',
  others: 'Flechas de las otras líneas',
  depth: (depth: number) => `Profundidad ${depth}`,
  nodes: (count: number) => `${count < 1e6 ? `${number(Math.round(count / 1e3))} k` : `${number(count / 1e6, 1)} M`} nodos`,
  thinking: 'Calculando',
  trouble: {
    rules: 'No se han cargado las reglas del ajedrez; aún no se pueden mover las piezas.',
    unavailable: 'El módulo no puede arrancar aquí.',
    net: 'Los datos del módulo no se han cargado. Apágalo y vuelve a encenderlo.',
    broken: 'El módulo se ha detenido. Apágalo y vuelve a encenderlo.',
  },
  banned: 'Estás jugando una partida, así que el módulo queda apagado hasta que termine.',
  near: 'Esta posición pertenece a una partida por correspondencia que estás jugando, o aún puede darse en ella, así que aquí el módulo queda apagado.',
  thatGame: 'Abrir esa partida',
  play: (moves: string) => `Jugar ${moves}`,
  /** The game is over on the board. */
  over: (winner: Color | null) => (winner ? `${THE[winner]} han ganado` : 'Tablas'),
  stands: (kind: 'even' | 'slight' | 'better' | 'winning' | 'mate', side: Color, figure: string, moves: number): string => {
    switch (kind) {
      case 'even':
        return `Igualdad, ${figure}`;
      case 'slight':
        return `${THE[side]} están algo mejor, ${figure}`;
      case 'better':
        return `${THE[side]} están mejor, ${figure}`;
      case 'winning':
        return `${THE[side]} tienen ventaja ganadora, ${figure}`;
      case 'mate':
        return `${THE[side]} dan mate en ${moves}`;
    }
  },

  promote: 'Subir la variante',
  makeMain: 'Convertir en línea principal',
  replace: 'Sustituir la jugada',
  remove: 'Borrar desde aquí',
  nullMove: 'Jugada nula',
  copyLine: 'Copiar la línea',
  clearAnnotations: 'Borrar todas las anotaciones',
  clearVariations: 'Borrar todas las variantes',
  fold: 'Plegar o desplegar la variante',

  annotate: 'Anotar',
  comment: 'Comentario después de la jugada',
  commentStart: 'Comentario sobre la partida',
  before: 'Comentario antes de la jugada',
  glyphs: 'Signos',
  glyph: {
    1: 'Buena jugada',
    2: 'Error',
    3: 'Jugada brillante',
    4: 'Error grave',
    5: 'Jugada interesante',
    6: 'Jugada dudosa',
    7: 'Única jugada',
    22: 'Zugzwang',
    10: 'Igualdad',
    13: 'Poco clara',
    14: 'Las blancas están algo mejor',
    15: 'Las negras están algo mejor',
    16: 'Las blancas están mejor',
    17: 'Las negras están mejor',
    18: 'Ganan las blancas',
    19: 'Ganan las negras',
    146: 'Novedad',
    32: 'Ventaja de desarrollo',
    36: 'Iniciativa',
    40: 'Ataque',
    132: 'Contrajuego',
    138: 'Apuros de tiempo',
    44: 'Compensación',
    140: 'Con la idea',
  },

  position: 'Posición',
  setUp: 'Colocar',
  start: 'Posición inicial',
  editor: 'Editor de tablero',
  pgn: 'PGN',
  import: 'Importar',
  importTitle: 'Importar PGN',
  importText: 'Partida en PGN, o una FEN',
  importHint: 'Se conservan variantes, comentarios, flechas, relojes y evaluaciones. Sustituye lo que hay en el tablero; «Deshacer» lo recupera.',
  importNone: 'Pega primero una partida.',
  importTooLarge: 'Es más de 1 MB. Pega una sola partida.',
  importFile: 'Elegir un archivo',
  /** Once a fault was said: what follows it is left out. */
  importRest: 'Abrir lo que se puede leer',
  unreadable: 'Este archivo no se puede leer.',
  problem: (line: number, column: number, message: string) => `Línea ${line}, columna ${column}: ${message}`,
  which: '¿Qué partida?',
  save: 'Guardar como partida',
  saveTitle: 'Guardar como partida',
  saveHint: 'La línea principal se convierte en una partida de este servidor, con nombres y resultado. Las variantes y los comentarios se quedan aquí.',
  white: 'Blancas',
  black: 'Negras',
  event: 'Torneo',
  date: 'Fecha',
  result: 'Resultado',
  resultOpen: 'Desconocido',
  private: 'Privada',
  privateHint: 'Solo tú puedes verla.',
  side: 'Jugabas con',
  noMoves: 'Todavía no hay jugadas que guardar.',
  discard: 'Descartar mis cambios',
  facts: 'Partida',

  linkTitle: '¿Abrir la variante del enlace?',
  linkHint: 'Tu tablero ya tiene jugadas. La variante del enlace ocupa su lugar; «Deshacer» las recupera.',
  linkOpen: 'Abrir la variante',
  linkKeep: 'Conservar mi tablero',
  hidden: (count: number) => `Filas ocultas: ${number(count)}. Mostrarlas`,

  practise: 'Practicar desde aquí',
  practiseTitle: 'Practicar desde aquí',
  practiseHint: 'Sigues jugando contra el ordenador. No se guarda nada, y funciona sin conexión.',
  level: 'Nivel',
  levelOf: (level: number) => `Nivel ${level}`,
  youPlay: 'Juegas con',
  begin: 'Empezar',
  stop: 'Dejar de practicar',
  keepLine: 'Conservar la línea',
  dropLine: 'No conservarla',
  stopTitle: '¿Conservar la línea jugada?',
  stopHint: 'Pasa a ser una variante en tu tablero.',
  overHere: 'En esta posición la partida ha acabado, así que no hay nada que practicar.',
  hint: 'Pista',
  takeBack: 'Deshacer jugada',
  yourMove: 'Te toca.',
  theirMove: 'El ordenador está pensando.',
  hintPiece: ({ role, square }: PieceOn) => `Mueve ${the(role)} de ${square}.`,
  hintMove: (san: string) => `Juega ${san}.`,

  keys: 'Teclas',
  keyList: [
    ['← →', 'una jugada atrás o adelante'],
    ['↑ ↓', 'en una bifurcación, otra jugada siguiente; si no, principio o final'],
    ['Mayús ← →', 'bifurcación anterior o siguiente'],
    ['Mayús ↑ ↓', 'otra jugada en lugar de esta'],
    ['Ctrl Z, Ctrl Y', 'deshacer, rehacer'],
    ['Ctrl', 'plegar o desplegar la variante'],
    ['Espacio', 'jugar la mejor jugada del módulo'],
    ['L', 'encender o apagar el módulo'],
    ['X', 'mostrar la amenaza'],
    ['A V', 'flechas de la mejor jugada, de las otras líneas'],
    ['1–6', 'signos: buena jugada, error, etc.'],
    ['C', 'comentario'],
    ['F D S', 'girar, dibujar, ajustes'],
    ['Supr', 'borrar desde aquí'],
    ['Arrastrar (derecho)', 'dibujar una flecha; un clic derecho dibuja un círculo'],
    ['Mayús o Ctrl', 'a la vez: en rojo; Alt: en azul; ambas: en amarillo'],
  ],
  drawNote: 'Firefox abre su propio menú con Mayús y clic derecho: usa Ctrl. Chrome, Edge y Safari aceptan las dos.',
};

export default analysis;
