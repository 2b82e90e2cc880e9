// SPDX-License-Identifier: AGPL-3.0-or-later
// The German texts of what any page may show: the list of notices, the note that an account was closed, the report of a person.
import type { Parts } from '../dictionary';

const dialogs: Parts['dialogs'] = {
  notices: {
    fromStaff: 'Von der Leitung:',
    none: 'Nichts Neues.',
    failed: 'Die Benachrichtigungen lassen sich gerade nicht laden.',
  },
  closedNow: (name: string, appeal: string) => `Das Konto ${name} wurde geschlossen. Du bist jetzt als Gast hier. ${appeal}`,
  playingAs: (name: string) => `Du bist als ${name} angemeldet. Bist du das?`,
  itsMe: 'Ja, das bin ich',
  switchPlayer: 'Spieler wechseln',
  closeNote: 'Schließen',
  reportTitle: (name: string) => `${name} der Leitung melden`,
  reported: 'Danke. Die Leitung sieht es sich an.',
  reportHint: 'Nur die Leitung liest das. Schreibe, was geschehen ist und in welcher Partie.',
  reportWhat: 'Was ist geschehen?',
  reportSend: 'Meldung senden',
};

export default dialogs;
