// SPDX-License-Identifier: AGPL-3.0-or-later
// The French texts of lists of players.
import type { Category } from '../../platform/protocol';
import type { Parts } from '../dictionary';

const speeds: Record<Category, string> = {
  bullet: 'Bullet',
  blitz: 'Blitz',
  rapid: 'Rapide',
  classical: 'Classique',
  correspondence: 'Correspondance',
  chess960: 'Chess960',
};

const players: Parts['players'] = {
  speeds,
  title: 'Joueurs',
  online: 'En ligne',
  nobodyOnline: 'Personne n’apparaît en ligne. Chacun choisit qui peut le voir.',
  search: 'Chercher par nom',
  found: 'Trouvés',
  noneFound: 'Aucun nom de joueur ne commence ainsi.',
  leaders: 'Meilleurs joueurs',
  noLeaders: 'Aucun joueur classé pour l’instant. Jouez une partie classée pour être en tête.',
  whole: 'Liste complète',
  leadersOf: (speed: Category) => `Meilleurs joueurs : ${speeds[speed]}`,
  rank: 'Rang',
  name: 'Nom',
  rating: 'Classement',
  gamesPlayed: 'Parties',
};

export default players;
