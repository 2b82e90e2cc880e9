// SPDX-License-Identifier: AGPL-3.0-or-later
// The Spanish texts of an organiser's list of members.
import type { Parts } from '../../dictionary';
import { forms } from '../../forms';

const { plural } = forms('es');

export const memberList: Parts['events']['memberList'] = {
  title: 'Miembros',
  hint: 'Las personas que conoces, para todos tus torneos. Solo tú ves esta lista. Quien te ayuda encuentra en tus torneos nombres, puntuaciones y clubes, y nada más.',
  logIn: 'Inicia sesión como organizador para llevar una lista de miembros.',
  find: 'Buscar miembro',
  count: (members) => plural(members, { one: '# miembro', other: '# miembros' }),
  empty: 'Todavía no hay miembros. Pega una lista.',
  nobody: 'Ningún miembro con ese nombre.',
  damaged: (members) => `${plural(members, { one: '# ficha está dañada y no se puede leer', other: '# fichas están dañadas y no se pueden leer' })}. «tabiya data check» las nombra; una copia de seguridad las tiene.`,
  former: 'Ver mi lista antigua',
  more: (members) => `Mostrar más (${members})`,
  paste: 'Añadir una lista',
  listLabel: 'Lista de miembros',
  listHint: 'La primera línea nombra las columnas; solo hace falta «name». «note» se queda en esta lista. Con «child» (yes o sí) los visitantes ven nombres cortos. Si se pega otra vez, una lista añade los nombres nuevos y actualiza los demás.',
  add: 'Añadir miembros',
  added: (added, updated) => `${plural(added, { one: '# miembro añadido', other: '# miembros añadidos' })}, ${updated} actualizados.`,
  change: 'Cambiar',
  save: 'Guardar',
  birth: 'Fecha o año de nacimiento',
  note: 'Nota',
  child: 'Menor',
  childHint: 'En los torneos de un menor los visitantes ven nombres cortos.',
  eraseAsk: (name) => `${name} se elimina de esta lista y pasa a ser «Player» con un número en todos tus torneos. No se puede deshacer.`,
  erased: (name, events, left) =>
    `${name}: nombre borrado, en ${plural(events, { one: '# torneo', other: '# torneos' })}${left > 0 ? `; en ${left} más una cuenta conserva el nombre` : ''}`,
  fromYours: 'De la lista de miembros',
  shortNow: 'Desde ahora los visitantes ven nombres cortos, porque juega un menor.',
  keep: 'Conservar como miembro',
  keepAll: 'Añadirlos a mis miembros',
};
