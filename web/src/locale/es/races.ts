// SPDX-License-Identifier: AGPL-3.0-or-later
// The Spanish texts of races of puzzles.
import type { Parts } from '../dictionary';
import { forms } from '../forms';

const { plural } = forms('es');

const races: Parts['races'] = {
  title: 'Carrera',
  newRace: 'Nueva carrera',
  hint: 'Todos reciben los mismos problemas durante 90 segundos. Envía el enlace a tus amigos; no hace falta cuenta. Sin puntuar.',
  forClass: 'Solo para mi clase',
  forClassHint: 'Solo pueden entrar los jugadores para los que hiciste tarjetas. Las cuentas protegidas solo pueden entrar así.',
  kids: 'Todos reciben los mismos problemas durante 90 segundos. Solo puede entrar tu propia clase. Sin puntuar.',
  themes: 'Temas (opcional)',
  make: 'Crear enlace',
  few: 'Hay muy pocos problemas así para una carrera. Elige más temas, otra apertura o ninguna de las dos cosas.',
  waiting: 'Esperando la salida.',
  waitingOwn: 'Envía el enlace, únete y empieza cuando estén todos.',
  starting: 'Prepárate.',
  over: 'La carrera ha terminado.',
  result: (solved: number, place: number, all: number) => {
    const score = plural(solved, { one: 'Has resuelto # problema', other: 'Has resuelto # problemas' });
    return all > 1 ? `Se acabó el tiempo. ${score}: puesto ${place} de ${all}.` : `Se acabó el tiempo. ${score}.`;
  },
  watching: 'Estás mirando la carrera.',
  through: 'Los has hecho todos.',
  away: 'Se ha perdido la conexión. Tus puntos están a salvo; el reloj sigue.',
  told: { right: 'Correcto, sigue.', solved: 'Resuelto.', good: 'Bien, pero hay algo mejor.', wrong: 'Fallado. Aquí va el siguiente.' },
  missing: 'Esta carrera no es para ti o ya terminó. Pide un enlace nuevo.',
  ofClass: 'Esta carrera es solo para tu clase.',
  scores: 'Puntuación',
  racer: 'Jugador',
  guest: (number: number) => `Invitado ${number}`,
  you: 'tú',
  solved: 'Resueltos',
  missed: 'Fallados',
  nobody: 'Aún no se ha unido nadie.',
  removeOf: (name: string) => `Quitar a ${name}`,
  keep: 'Mantener',
  removed: 'Te han quitado de esta carrera.',
  join: 'Unirse',
  joinNow: 'Carrera: únete ahora',
  start: 'Empezar',
  again: 'Otra carrera',
  joinNext: 'Unirse a la nueva carrera',
  nextMade: 'Te espera una nueva carrera.',
  yours: (clock) => `Tu carrera: ${clock ?? 'aún sin empezar'}`,
  copy: 'Copiar enlace',
  qr: 'Código QR del enlace',
  played: 'Los problemas que fallaste',
  puzzle: (number: number) => `Problema ${number}`,
  clock: (left: number) => {
    const seconds = Math.ceil(left / 1000);
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  },
};
export default races;
