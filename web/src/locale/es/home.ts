// SPDX-License-Identifier: AGPL-3.0-or-later
// The Spanish texts of the start page, and the dialog that imports a game.
import type { Parts } from '../dictionary';
import { forms } from '../forms';

const { number } = forms('es');

const home: Parts['home'] = {
  title: 'Un lugar tranquilo para jugar al ajedrez.',
  friendHint: 'Envía un enlace',
  computerHint: 'Elige su fuerza',
  findHint: 'Juega ahora mismo',
  games: 'Tus partidas',
  allGames: 'Todas las partidas',
  news: { title: 'Actualidad', daily: 'Problema del día', running: 'en curso', announced: 'sin empezar' },
  board: { title: 'Un tablero', start: 'Haz una jugada para empezar una partida contra la máquina.' },
  noGames: 'Aún no hay partidas. Empieza una.',
  trial: 'Tu nueva partida aparecerá aquí a partir de tu segunda jugada.',
  gamesFailed: 'Tus partidas no se pueden cargar ahora. Vuelve a cargar la página para intentarlo de nuevo.',
  more: (count: number) => `Mostrar ${number(count)} más`,
  toImport: 'Importar una partida',
  card: {
    yourMove: 'Te toca',
    waiting: 'En espera',
    nobody: 'Aún sin rival',
    won: 'Has ganado',
    lost: 'Has perdido',
    draw: 'Tablas',
    aborted: 'Cancelada',
    unfinished: 'Sin resultado',
    imported: 'Importada',
    reasons: {
      checkmate: 'jaque mate',
      resignation: 'abandono',
      stalemate: 'rey ahogado',
      insufficient_material: 'material insuficiente',
      fivefold_repetition: 'quíntuple repetición',
      seventy_five_moves: '75 jugadas',
      threefold_repetition: 'triple repetición',
      fifty_moves: '50 jugadas',
      agreement: 'acuerdo mutuo',
      time_forfeit: 'por tiempo',
      time_forfeit_insufficient_material: 'por tiempo, sin mate posible',
      abandonment: 'por ausencia',
      abandonment_insufficient_material: 'por ausencia, sin mate posible',
      abort: 'cancelada',
      no_first_move: 'sin primera jugada',
      arbiter_decision: 'decisión del árbitro',
      unknown: '',
    },
    left: (face: string) => `quedan ${face}`,
  },
  import: {
    private: 'Privada',
    title: 'Importar una partida',
    pgn: 'Partida en PGN',
    hint: 'Pégala o suelta un archivo aquí. Si hay varias partidas, se importa la primera.',
    file: 'Elegir un archivo',
    privateHint: 'Solo tú la ves.',
    side: 'Tu lado',
    action: 'Importar',
    nothing: 'Pega primero una partida.',
    tooLarge: 'Este archivo supera los 256 kB. Guarda una sola partida e inténtalo de nuevo.',
    unreadable: 'Este archivo no se puede leer.',
    windows: 'Este archivo no está en UTF-8, así que se ha leído como Windows-1252. Revisa los nombres con acentos.',
  },
};

export default home;
