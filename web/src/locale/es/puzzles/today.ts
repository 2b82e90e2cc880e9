// SPDX-License-Identifier: AGPL-3.0-or-later
// The Spanish texts of "From today's games".
import type { Parts } from '../../dictionary';
import { forms } from '../../forms';

const { plural } = forms('es');

export const today: Parts['puzzles']['today'] = {
  title: 'De las partidas de hoy',
  forTeachers: 'Aquí los organizadores sacan posiciones de las partidas de su clase.',
  newLesson: 'Nueva lección',
  hint: 'Cada alumno recibe hasta tres posiciones de sus propias partidas; su propio error es la respuesta equivocada. Tarda unos minutos y no necesita internet.',
  name: 'Nombre',
  playedHere: 'Partidas jugadas en este sitio',
  playedHereHint: 'Partidas de tu clase, contigo o contra el ordenador. Las privadas quedan fuera.',
  which: 'Qué partidas',
  ofDay: 'Todas las de un día',
  day: 'Día',
  pgn: 'Otras partidas, en PGN',
  pgnHint: 'PGN es el texto en que otros sitios y programas guardan partidas. Los alumnos se reconocen por su nombre de usuario o por el nombre real que les pusiste; los demás solo reciben una hoja.',
  names: 'Nombres reales de tus alumnos',
  namesHint: 'Solo tú los ves. Un PGN puede tenerlos en lugar de los nombres de usuario.',
  sameName: 'Dos alumnos se llaman así, por eso sus partidas de un PGN no van a ninguno. Añade una inicial.',
  make: 'Empezar',
  lessons: 'Tus lecciones',
  empty: 'Aún no hay ninguna. Empieza una arriba.',
  missing: 'Esta lección no existe o no es tuya.',
  refused: {
    lesson_without_games: 'Ese día tu clase no terminó ninguna partida, o solo privadas. Elige otro día o pega un PGN.',
    lesson_unreadable: 'Ninguna de las partidas del PGN se puede leer.',
    lessons_wait: 'Dos de tus lecciones aún se están preparando. Espera a que una esté lista.',
    lessons_full: 'Tienes 100 lecciones. Borra una primero.',
  },
  games: (done, all) => (done < all ? `${done} de ${all} partidas` : plural(all, { one: '# partida', other: '# partidas' })),
  working: (done, all, left) =>
    `${done} de ${all} partidas vistas${left === null ? '' : `, ${plural(left, { one: 'queda # minuto', other: 'quedan unos # minutos' })}`}. Puedes salir de esta página.`,
  ready: (served, all) => `Listo: posiciones para ${served} de ${plural(all, { one: '# jugador', other: '# jugadores' })}.`,
  unread: (count) => plural(count, { one: '# partida del PGN no se puede leer.', other: '# partidas del PGN no se pueden leer.' }),
  leftOut: (count) => plural(count, { one: '# partida más queda fuera: en una lección caben 90.', other: '# partidas más quedan fuera: en una lección caben 90.' }),
  print: 'Imprimir hojas',
  withNames: 'Nombres en las hojas',
  withNamesHint: 'Sin ellos, cada hoja tiene un número y una línea para escribir.',
  private: 'Cada alumno ve solo sus propias posiciones, en la página de problemas.',
  delete: 'Borrar',
  deleteIt: 'Borrar esta lección para siempre',
  keep: 'Conservarla',
  noAccount: 'sin cuenta aquí',
  nothing: 'No se encontró ningún error claro.',
  notYet: 'Aún sin ver.',
  playedMove: (san) => `Se jugó: ${san}`,
  better: (solution) => `Mejor: ${solution}`,
  find: (san) => `En tu partida jugaste ${san}. Busca una jugada mejor.`,
  moment: (game, move, opponent) => (opponent === null ? `Partida ${game}, jugada ${move}` : `Partida ${game} contra ${opponent}, jugada ${move}`),
  solved: (game, solution, played) => `${game === null ? '' : `Partida ${game}: `}${solution} (se jugó: ${played})`,
  sheet: (number) => `Hoja ${number}`,
};
