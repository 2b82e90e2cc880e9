// SPDX-License-Identifier: AGPL-3.0-or-later
// The French texts of what any page may show: the list of notices, the note that an account was closed, the report of a person.
import type { Parts } from '../dictionary';

const dialogs: Parts['dialogs'] = {
  notices: {
    fromStaff: 'De l’équipe :',
    none: 'Rien de nouveau.',
    failed: 'Les notifications ne peuvent pas être chargées pour l’instant.',
  },
  closedNow: (name: string, appeal: string) => `Le compte ${name} a été fermé. Vous êtes maintenant un invité. ${appeal}`,
  playingAs: (name: string) => `Vous êtes connecté en tant que ${name}. C’est bien vous ?`,
  itsMe: 'Oui, c’est moi',
  switchPlayer: 'Changer de joueur',
  closeNote: 'Fermer',
  reportTitle: (name: string) => `Signaler ${name} à l’équipe`,
  reported: 'Merci. L’équipe va regarder.',
  reportHint: 'Seule l’équipe lit ceci. Dites ce qui s’est passé, et dans quelle partie.',
  reportWhat: 'Que s’est-il passé ?',
  reportSend: 'Envoyer le signalement',
};

export default dialogs;
