// SPDX-License-Identifier: AGPL-3.0-or-later
// The Spanish texts of the sections of a festival.
import type { Parts } from '../../dictionary';

/** Which ratings a section takes. */
export function limits(from: number | null, to: number | null): string {
  if (from === null) return to === null ? 'todas las puntuaciones' : `hasta ${to}`;
  return to === null ? `desde ${from}` : `${from}–${to}`;
}

export const sections: Parts['events']['sections'] = {
  title: 'Grupos',
  add: 'Añadir un grupo',
  hint: 'Grupos como A y B comparten jugadores, horario y números de tablero. Cada uno tiene sus emparejamientos y su clasificación.',
  name: 'Grupo',
  number: (number) => `Grupo ${number}`,
  from: 'Puntuación desde',
  to: 'Puntuación hasta',
  limits,
  remove: (name) => `Quitar ${name}`,
  ownName: 'Nombre de este torneo como grupo',
  firstBoard: 'Primer tablero (vacío: tras el grupo anterior)',
  save: 'Guardar grupo',
  move: (name) => `Grupo de ${name}`,
  elsewhere: (section) => `Juegas en el grupo ${section}.`,
  joinIn: (section) => `Participar en ${section}`,
  noneFits: 'Ningún grupo encaja con tu puntuación.',
  found: (name, section) => `${name} está en ${section}`,
  codeEnded: (section) => `El código para la cuenta del jugador ya no sirve. Crea uno nuevo en ${section}.`,
  pairAll: 'Emparejar todos los grupos',
  publishAll: 'Publicar todos los grupos',
  startAll: 'Empezar en todos los grupos',
  groups: {
    title: 'Fase de grupos y final',
    hint: 'Los jugadores se reparten en grupos. Los primeros de cada grupo pasan a la final, que se empareja cuando todos los grupos han terminado.',
    count: 'Grupos de la primera fase',
    goOn: 'Clasificados de cada grupo',
    final: 'Final',
    carry: 'Los puntos del grupo cuentan en la final',
    group: (letter) => `Grupo ${letter}`,
    last: 'Final',
    about: (goOn, carry) => `Aquí ${goOn === 1 ? 'juega el primero' : `juegan los ${goOn} primeros`} de cada grupo.${carry ? ' Cuentan sus puntos del grupo.' : ''}`,
    deal: 'Sortear los grupos por puntuación',
  },
};
