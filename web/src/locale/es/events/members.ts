// SPDX-License-Identifier: AGPL-3.0-or-later
// The Spanish texts of players without an account.
import type { Parts } from '../../dictionary';
import { forms } from '../../forms';

const { moment } = forms('es');

export const members: Parts['events']['members'] = {
  hint: 'Inscritos por su nombre. Con un código, un jugador vincula su propia cuenta y conserva las rondas jugadas aquí.',
  nobody: 'Todos aquí tienen cuenta.',
  give: 'Crear código',
  revoke: 'Anular código',
  export: 'Exportar datos',
  erase: 'Borrar nombre',
  eraseNow: 'Borrar este nombre',
  eraseAsk: (name, number) => `${name} pasa a ser «Player ${number}» y todo lo demás se elimina. No se puede deshacer.`,
  made: (name) => `Código para ${name}`,
  once: (link, until) => `Inicia sesión, abre ${link} y escríbelo, hasta el ${moment(until)}. Sirve una vez y solo se muestra ahora.`,
  until: (at) => `código hasta el ${moment(at)}`,
  claimed: 'una cuenta por un código',
  backups: 'Las copias diarias pueden contener un nombre borrado durante unas cinco semanas; las copias y los archivos de torneo que hiciste a mano, hasta que los elimines. Una partida en este servidor conserva el nombre corto.',
  afterwards: 'Los nombres se pueden borrar cuando termine el torneo.',
  claimTitle: '¿Estás en la lista?',
  claimHint: (name) => `Escribe el código que te dio el organizador. Tu cuenta ${name} será ese jugador a partir de entonces.`,
  code: 'Tu código de 12 caracteres',
  claim: 'Soy yo',
  youAre: (name) => `En este torneo eres ${name}.`,
  done: 'Hecho. Este torneo ya es uno de los tuyos.',
  doneTitle: 'Estás en la lista',
  next: 'Tus emparejamientos y resultados están en la página del torneo.',
  toEvent: 'Ir al torneo',
  logIn: 'Primero inicia sesión o crea una cuenta. Después escribe aquí el código.',
};
