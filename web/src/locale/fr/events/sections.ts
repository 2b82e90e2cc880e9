// SPDX-License-Identifier: AGPL-3.0-or-later
// The French texts of the sections of a festival.
import type { Parts } from '../../dictionary';

/** Which ratings a section takes. */
export function limits(from: number | null, to: number | null): string {
  if (from === null) return to === null ? 'tous les classements' : `jusqu’à ${to}`;
  return to === null ? `à partir de ${from}` : `${from}–${to}`;
}

export const sections: Parts['events']['sections'] = {
  title: 'Sections',
  add: 'Ajouter une section',
  hint: 'Des sections comme Open A et Open B partagent les joueurs, l’horaire et les numéros d’échiquier. Chacune a ses appariements et son classement.',
  name: 'Section',
  number: (number) => `Section ${number}`,
  from: 'Classement à partir de',
  to: 'Classement jusqu’à',
  limits,
  remove: (name) => `Retirer ${name}`,
  ownName: 'Nom de ce tournoi en tant que section',
  firstBoard: 'Premier échiquier (vide : après la section précédente)',
  save: 'Enregistrer la section',
  move: (name) => `Section de ${name}`,
  elsewhere: (section) => `Vous jouez dans la section ${section}.`,
  joinIn: (section) => `Participer à ${section}`,
  noneFits: 'Aucune section ne correspond à votre classement.',
  found: (name, section) => `${name} est dans ${section}`,
  codeEnded: (section) => `Le code pour le compte du joueur ne fonctionne plus. Créez-en un nouveau dans ${section}.`,
  pairAll: 'Apparier toutes les sections',
  publishAll: 'Publier toutes les sections',
  startAll: 'Lancer toutes les sections',
  groups: {
    title: 'Poules, puis finale',
    hint: 'Les joueurs sont répartis en poules. Les premiers de chaque poule vont en finale, appariée quand toutes les poules sont terminées.',
    count: 'Poules',
    goOn: 'Qualifiés par poule',
    final: 'Finale',
    carry: 'Les points de la poule comptent en finale',
    group: (letter) => `Poule ${letter}`,
    last: 'Finale',
    about: (goOn, carry) => `Ici ${goOn === 1 ? 'joue le premier' : `jouent les ${goOn} premiers`} de chaque poule.${carry ? ' Leurs points de la poule comptent.' : ''}`,
    deal: 'Répartir les poules selon le classement',
  },
};
