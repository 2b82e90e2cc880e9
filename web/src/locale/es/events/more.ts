// SPDX-License-Identifier: AGPL-3.0-or-later
// The Spanish texts of what is decided about an event, of entering by code, and of limits.
import type { Parts } from '../../dictionary';
import { forms } from '../../forms';

const { number, plural } = forms('es');

export const more: Parts['events']['more'] = {
  title: 'Más ajustes',
  time: 'Ritmo de juego',
  kinds: { clock: 'Reloj', days: 'Días por jugada' },
  days: 'Días para cada jugada',
  chess960: 'Chess960',
  chess960Hint: 'Cada partida empieza con una posición sorteada.',
  matchGames: 'Partidas por encuentro',
  baku: 'Emparejamientos acelerados (Bakú)',
  bakuHint: 'En las primeras rondas, la mitad superior juega como si ya tuviera puntos.',
  halfBye: 'El bye vale medio punto',
  halfByeHint: 'Con un número impar de jugadores, quien no tiene rival recibe medio punto en lugar de un punto. No se puede cambiar una vez publicada la ronda 1.',
  mostByes: 'Descansos de medio punto por jugador',
  lastBye: 'Última ronda para pedirlo',
  lateHalf: 'Inscripción tardía: medio punto hasta la ronda',
  lateHalfHint: 'Por cada ronda perdida. 0: nada.',
  games: 'Partidas por emparejamiento',
  gamesHint: 'Los colores cambian después de cada partida, y la ronda vale la suma de sus puntos.',
  gamesPerPairing: (count) => `${count} partidas por emparejamiento`,
  defaultTime: 'Tiempo de espera en el tablero',
  defaultTimeHint: 'Quien no esté ante su tablero de madera pasado este tiempo pierde por incomparecencia (Leyes de la FIDE, 6.7).',
  minutes: (count) => plural(count, { one: '# minuto', other: '# minutos' }),
  addTieBreak: 'Añadir un desempate',
  up: (name) => `Subir ${name}`,
  remove: (name) => `Quitar ${name}`,
  tieBreaksLate: 'Hay una ronda publicada. Si cambias los desempates ahora, constará en el archivo del torneo.',
  byCode: 'Para participar hace falta un código',
  byCodeHint: 'El servidor crea el código. Los organizadores lo ven en la página del torneo y lo reparten.',
  code: 'Código de inscripción',
  codeOf: 'El código que te dio el organizador',
  copyCode: 'Copiar código',
  needsCode: 'Para participar necesitas el código de inscripción del organizador.',
  ratings: (limits) => `Puntuación: ${limits}`,
  addAccount: 'Añadir una cuenta',
  account: 'Nombre de la cuenta',
  accountHint: 'Para jugadores con cuenta aquí. De las cuentas de niños puedes añadir aquellas cuya tarjeta creaste tú.',
  limits: {
    players: (format, most) => `${format}: hasta ${number(most)} jugadores.`,
    swiss: (rounds, players) => `${plural(rounds, { one: '# ronda necesita', other: '# rondas necesitan' })} al menos ${players} jugadores, porque nadie se enfrenta dos veces al mismo rival.`,
    table: 'El número de rondas depende de los jugadores: ocho juegan siete rondas.',
    doubleTable: 'El número de rondas depende de los jugadores: ocho juegan 14 rondas.',
    tooMany: (players, most) => `${plural(players, { one: 'Hay # jugador inscrito', other: 'Hay # jugadores inscritos' })}: bastan para ${plural(most, { one: '# ronda', other: '# rondas' })} como máximo.`,
    many: (enough) => `Más de ${enough} rondas rara vez tienen sentido: diez bastan para encontrar al ganador entre 1000 jugadores.`,
  },
};
