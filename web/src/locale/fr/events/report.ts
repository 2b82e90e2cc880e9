// SPDX-License-Identifier: AGPL-3.0-or-later
// The French texts of the rating report.
import type { Parts } from '../../dictionary';
import { forms } from '../../forms';

const { list, plural } = forms('fr');

export const report: Parts['events']['report'] = {
  title: 'Rapport pour le classement',
  hint: 'Le fichier de tournoi (TRF) le contient en plus des joueurs et des résultats.',
  city: 'Ville',
  federation: 'Fédération',
  federationHint: 'Trois lettres, par exemple FRA.',
  chief: 'Arbitre principal',
  deputies: 'Arbitres adjoints, un par ligne',
  date: (round) => `Date de la ronde ${round}`,
  proposed: 'Dans les champs vides figure le jour où la ronde a commencé. Vérifiez et enregistrez.',
  saved: 'Enregistré.',
  missing: 'Ce qui manque',
  complete: 'Il ne manque rien.',
  download: 'Télécharger le TRF',
  gaps: {
    city: 'Pas de ville',
    federation: 'Pas de fédération',
    chief_arbiter: 'Pas d’arbitre principal',
    dates: (rounds) => `Pas de date pour ${plural(rounds.length, { one: 'la ronde', other: 'les rondes' })} ${list(rounds.map(String))}`,
    fideIds: (names) => `Sans identifiant FIDE : ${list(names)}`,
    results: (rounds) => `Il manque des résultats dans ${plural(rounds.length, { one: 'la ronde', other: 'les rondes' })} ${list(rounds.map(String))}`,
  },
};
