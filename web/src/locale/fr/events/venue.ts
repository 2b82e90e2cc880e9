// SPDX-License-Identifier: AGPL-3.0-or-later
// The French texts of what a phone at the venue opens with a code, and of the arbiter's page and paper for it.
import type { Parts } from '../../dictionary';

export const venue: Parts['events']['venue'] = {
  seats: {
    title: 'Codes pour les joueurs de la salle',
    hint: 'Ces parties se jouent sur ce serveur. Le joueur présent l’ouvre avec le code, sur n’importe quel téléphone ou ordinateur. Ne le donnez qu’à lui : celui qui l’a joue.',
    show: (player) => `Montrer le code QR pour ${player}`,
    hide: 'Masquer',
    type: (address) => `Ou ouvrez ${address} et tapez :`,
    scan: 'Scannez pour jouer cette partie',
  },
  seat: {
    title: 'Votre partie',
    code: 'Votre code à 8 chiffres',
    open: 'Ouvrir',
    you: (isWhite, opponent) => `Vous avez les ${isWhite ? 'Blancs' : 'Noirs'} contre ${opponent}.`,
    waits: 'Votre partie s’ouvrira ici quand l’arbitre lancera la ronde. Gardez cette page ouverte.',
  },
};
