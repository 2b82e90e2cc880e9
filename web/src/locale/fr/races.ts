// SPDX-License-Identifier: AGPL-3.0-or-later
// The French texts of races of puzzles.
import type { Parts } from '../dictionary';
import { forms } from '../forms';

const { plural } = forms('fr');

const races: Parts['races'] = {
  title: 'Course',
  newRace: 'Nouvelle course',
  hint: 'Tout le monde a les mêmes problèmes pendant 90 secondes. Envoyez le lien à vos amis ; aucun compte n’est nécessaire. Non classé.',
  forClass: 'Pour ma classe seulement',
  forClassHint: 'Seuls ceux pour qui vous avez fait des cartes peuvent participer. Les comptes protégés ne peuvent participer qu’ainsi.',
  kids: 'Tout le monde a les mêmes problèmes pendant 90 secondes. Seule votre classe peut participer. Non classé.',
  themes: 'Thèmes (facultatif)',
  make: 'Créer le lien',
  few: 'Il y a trop peu de problèmes de ce genre pour une course. Choisissez plus de thèmes, une autre ouverture, ou rien de tout cela.',
  waiting: 'En attente du départ.',
  waitingOwn: 'Envoyez le lien, participez et lancez la course quand tout le monde est là.',
  starting: 'Tenez-vous prêt.',
  over: 'La course est finie.',
  result: (solved: number, place: number, all: number) => {
    const score = plural(solved, { one: 'Vous avez résolu # problème', other: 'Vous avez résolu # problèmes' });
    return all > 1 ? `Terminé. ${score} : place ${place} sur ${all}.` : `Terminé. ${score}.`;
  },
  watching: 'Vous regardez la course.',
  through: 'Vous les avez tous faits.',
  away: 'La connexion est perdue. Vos points sont conservés ; le temps continue.',
  told: { right: 'Juste, continuez.', solved: 'Résolu.', good: 'Bien, mais il y a mieux.', wrong: 'Raté. Voici le suivant.' },
  missing: 'Cette course n’est pas pour vous, ou elle est finie. Demandez un nouveau lien.',
  ofClass: 'Cette course est réservée à votre classe.',
  scores: 'Scores',
  racer: 'Joueur',
  guest: (number: number) => `Invité ${number}`,
  you: 'vous',
  solved: 'Résolus',
  missed: 'Ratés',
  nobody: 'Personne ne participe encore.',
  removeOf: (name: string) => `Retirer ${name}`,
  keep: 'Garder',
  removed: 'Votre participation à cette course a été supprimée.',
  join: 'Participer',
  joinNow: 'Course : participer maintenant',
  start: 'Lancer',
  again: 'Refaire une course',
  joinNext: 'Participer à la nouvelle course',
  nextMade: 'Une nouvelle course vous attend.',
  yours: (clock) => `Votre course\u00a0: ${clock ?? 'pas encore partie'}`,
  copy: 'Copier le lien',
  qr: 'Code QR du lien',
  played: 'Les problèmes que vous avez ratés',
  puzzle: (number: number) => `Problème ${number}`,
  clock: (left: number) => {
    const seconds = Math.ceil(left / 1000);
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  },
};
export default races;
