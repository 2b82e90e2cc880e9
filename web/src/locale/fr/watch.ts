// SPDX-License-Identifier: AGPL-3.0-or-later
// The French texts of watching.
import type { Parts } from '../dictionary';

const watch: Parts['watch'] = {
  speeds: {
    bullet: 'Bullet',
    blitz: 'Blitz',
    rapid: 'Rapide',
    classical: 'Classique',
    correspondence: 'Correspondance',
  },
  title: 'Regarder',
  none: 'Aucune partie avec pendule en ce moment. Commencez-en une et elle apparaîtra ici.',
  noOthers: 'Aucune autre partie avec pendule en ce moment. Commencez-en une et elle apparaîtra ici.',
  failed: 'Les parties en cours ne peuvent pas être chargées pour l’instant. Nouvel essai en cours.',
  card: (white: string, black: string) => `${white} – ${black}`,
  tv: (name: string) => `${name} en direct`,
  notPlaying: (name: string) => `${name} ne joue pas en ce moment.`,
  waiting: 'La prochaine partie se verra ici dès qu’elle commence.',
  profile: 'Profil',
  unknown: 'Pas de tel joueur',
  unknownHint: 'Personne ici ne porte ce nom.',
  computer: 'Jouer contre l’ordinateur',
};

export default watch;
