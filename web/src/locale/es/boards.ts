// SPDX-License-Identifier: AGPL-3.0-or-later
// The Spanish texts of pages around boards: watching, the board editor, over the board, and what follows a game.
import type { Color, GameResult, Termination } from '../../platform/protocol';
import type { Parts } from '../dictionary';

const sides: Record<Color, string> = { white: 'blancas', black: 'negras' };

const boards: Parts['boards'] = {
  speeds: {
    bullet: 'Bullet',
    blitz: 'Blitz',
    rapid: 'Rápidas',
    classical: 'Clásicas',
    correspondence: 'Correspondencia',
  },

  watch: {
    title: 'Mirar',
    none: 'Ahora nadie juega con reloj. Empieza una partida y se verá aquí.',
    failed: 'Las partidas en curso no se pueden cargar ahora. Se sigue intentando.',
    card: (white: string, black: string) => `${white} – ${black}`,
    tv: (name: string) => `${name} en directo`,
    notPlaying: (name: string) => `${name} no está jugando ahora.`,
    waiting: 'La próxima partida se verá aquí en cuanto empiece.',
    profile: 'Perfil',
    unknown: 'No existe ese jugador',
    unknownHint: 'Aquí nadie se llama así.',
  },

  after: {
    title: 'La partida ha terminado',
    theirs: (result: GameResult, termination: Termination): string =>
      result === 'aborted' && termination === 'unknown'
        ? 'Partida sin terminar'
        : ({ white_wins: 'Ganaron las blancas', black_wins: 'Ganaron las negras', draw: 'Tablas', aborted: 'La partida se canceló' })[result],
    score: (name: string, other: string, own: number, theirs: number) =>
      `${name} ${points(own)} – ${points(theirs)} ${other}`,
    scoreTitle: 'Marcador de las partidas',
    times: 'Tiempo de cada jugada',
    timesOf: (side: string, total: string, longest: string) => `${side}: ${total} en total, la más larga ${longest}`,
  },

  share: {
    title: 'Compartir',
    link: 'Enlace',
    position: 'Esta posición',
    game: 'La partida entera',
    picture: 'Imagen',
    animation: 'Animación',
    qr: 'Código QR del enlace',
    private: 'Esta partida es privada: solo sus jugadores y el equipo pueden abrir el enlace.',
  },

  import: {
    title: 'Importar una partida',
    pgn: 'Partida en PGN',
    hint: 'Pégala o arrastra un archivo aquí. Si hay varias partidas, se muestra la primera.',
    file: 'Elegir un archivo',
    privateHint: 'Solo tú la ves.',
    side: 'Tu lado del tablero',
    action: 'Verla',
    nothing: 'Pega primero una partida.',
    tooLarge: 'Este archivo ocupa más de 256 kB. Saca de él una sola partida.',
    unreadable: 'Este archivo no se puede leer.',
  },

  editor: {
    title: 'Editor de tablero',
    tools: 'Qué hace pulsar una casilla',
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
    remarks: 'Ninguna partida llega aquí, pero una puede empezar:',
    friend: 'Jugar con un amigo',
    computer: 'Jugar contra la máquina',
    overTheBoard: 'En un tablero',
    picture: 'Imagen',
    keys: 'Teclas en una casilla: K Q R B N P ponen una pieza del último bando elegido, Supr la vacía.',
  },

  otb: {
    title: 'En un tablero',
    hint: 'Dos personas, una pantalla. La partida se guarda solo para ti.',
    offline: 'Con esta página abierta no hace falta servidor: jugáis, los relojes corren y la partida queda en este navegador. Cuando vuelve el servidor, comprueba las jugadas según las reglas, ve mates y tablas, y guarda la partida.',
    names: (color: Color) => `Nombre de las ${sides[color]}`,
    you: 'Tú eres',
    flip: 'Girar el tablero tras cada jugada',
    start: 'Empezar partida',
    toMove: (color: Color) => `Juegan las ${sides[color]}.`,
    inCheck: (color: Color) => `Las ${sides[color]} están en jaque.`,
    away: 'No hay servidor a mano. Se puede seguir jugando: las jugadas se comprobarán cuando vuelva.',
    refused: (number: number, why: string) => `La jugada ${number} no era posible, así que la partida sigue antes de ella. ${why}`,
    resign: (color: Color) => `Abandonan las ${sides[color]}`,
    draw: 'Acordar tablas',
    claim: 'Reclamar tablas',
    timeUp: (color: Color) => `A las ${sides[color]} se les acabó el tiempo.`,
    saving: 'Guardando la partida.',
    waitingToSave: 'La partida se queda en este navegador y se guardará cuando vuelva el servidor.',
    failed: 'La partida no se puede guardar.',
    open: 'Abrir la partida guardada',
    again: 'Otra partida',
    leave: 'Dejar esta partida',
    ask: { leave: '¿Olvidar esta partida?', yes: 'Sí, olvidarla' },
  },
};

export default boards;

/** `2½`, `½`, `3`. */
function points(halves: number): string {
  const whole = Math.floor(halves / 2);
  if (halves % 2 === 0) return String(whole);
  return whole === 0 ? '½' : `${whole}½`;
}
