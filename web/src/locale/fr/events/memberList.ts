// SPDX-License-Identifier: AGPL-3.0-or-later
// The French texts of an organiser's list of members.
import type { Parts } from '../../dictionary';
import { forms } from '../../forms';

const { plural } = forms('fr');

export const memberList: Parts['events']['memberList'] = {
  title: 'Membres',
  hint: 'Les personnes que vous connaissez, pour tous vos tournois. Vous seul voyez cette liste. Vos assistants trouvent dans vos tournois les noms, les classements et les clubs, et rien d’autre.',
  logIn: 'Connectez-vous comme organisateur pour tenir une liste de membres.',
  find: 'Chercher un membre',
  count: (members) => plural(members, { one: '# membre', other: '# membres' }),
  empty: 'Pas encore de membres. Collez une liste.',
  nobody: 'Aucun membre de ce nom.',
  damaged: (members) => `${plural(members, { one: '# fiche est endommagée et illisible', other: '# fiches sont endommagées et illisibles' })}. « tabiya data check » les nomme ; une sauvegarde les contient.`,
  former: 'Voir mon ancienne liste',
  more: (members) => `Afficher plus (${members})`,
  paste: 'Ajouter une liste',
  listLabel: 'Liste des membres',
  listHint: 'La première ligne nomme les colonnes ; seule « name » est nécessaire. « note » reste dans cette liste. Avec « child » (yes ou oui), les visiteurs voient des noms abrégés. Collée de nouveau, une liste ajoute les nouveaux noms et met les autres à jour.',
  add: 'Ajouter les membres',
  added: (added, updated) => `${plural(added, { one: '# membre ajouté', other: '# membres ajoutés' })}, ${updated} mis à jour.`,
  change: 'Modifier',
  save: 'Enregistrer',
  birth: 'Date ou année de naissance',
  note: 'Note',
  child: 'Enfant',
  childHint: 'Dans les tournois d’un enfant, les visiteurs voient des noms abrégés.',
  eraseAsk: (name) => `${name} est supprimé de cette liste et devient « Player » avec un numéro dans tous vos tournois. C’est définitif.`,
  erased: (name, events, left) =>
    `${name} effacé, dans ${plural(events, { one: '# tournoi', other: '# tournois' })}${left > 0 ? ` ; dans ${left} de plus, un compte garde le nom` : ''}`,
  fromYours: 'Dans la liste des membres',
  shortNow: 'Les visiteurs voient désormais des noms abrégés, car un enfant joue.',
  keep: 'Garder comme membre',
  keepAll: 'Les ajouter à mes membres',
};
