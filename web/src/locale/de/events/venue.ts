// SPDX-License-Identifier: AGPL-3.0-or-later
// The German texts of what a phone at the venue opens with a code, and of the arbiter's page and paper for it.
import type { Parts } from '../../dictionary';

export const venue: Parts['events']['venue'] = {
  seats: {
    title: 'Codes für Spieler im Saal',
    hint: 'Diese Partien werden auf diesem Server gespielt. Wer hier sitzt, öffnet sie mit dem Code auf einem beliebigen Handy oder Laptop. Gib ihn nur diesem Spieler: Wer ihn hat, spielt.',
    show: (player) => `QR-Code für ${player} zeigen`,
    hide: 'Ausblenden',
    type: (address) => `Oder öffne ${address} und gib ein:`,
    scan: 'Scannen, um diese Partie zu spielen',
  },
  seat: {
    title: 'Deine Partie',
    code: 'Dein achtstelliger Code',
    open: 'Öffnen',
    you: (isWhite, opponent) => `Du hast ${isWhite ? 'Weiß' : 'Schwarz'} gegen ${opponent}.`,
    waits: 'Deine Partie öffnet sich hier, sobald die Runde beginnt. Lass diese Seite offen.',
  },
};
