// SPDX-License-Identifier: AGPL-3.0-or-later
// The French texts of what any page may show: the list of notices, the note that an account was closed, the report of a person.
import type { Parts } from '../dictionary';

const dialogs: Parts['dialogs'] = {
  notices: {
    fromStaff: 'De l’équipe :',
    none: 'Rien de nouveau.',
    failed: 'Les avis ne peuvent pas être chargés pour l’instant.',
  },
  closedNow: (name: string) => `Le compte ${name} a été fermé. Vous continuez en invité.`,
  closeNote: 'Fermer',
  reportTitle: (name: string) => `Signaler ${name} à l’équipe`,
  reported: 'Merci. L’équipe va regarder.',
  reportHint: 'Seule l’équipe lit ceci. Dites ce qui s’est passé, et dans quelle partie.',
  reportWhat: 'Ce qui s’est passé',
  reportSend: 'Envoyer le signalement',
};

export default dialogs;
