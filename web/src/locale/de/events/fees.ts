// SPDX-License-Identifier: AGPL-3.0-or-later
// The German texts of what entrants pay.
import type { Parts } from '../../dictionary';

export const fees: Parts['events']['fees'] = {
  title: 'Startgeld',
  hint: 'Startgelder sieht nur die Turnierleitung. Ohne vollen Betrag kostet das Turnier nichts.',
  full: 'Volles Startgeld',
  reduced: 'Ermäßigtes Startgeld',
  from: 'Ermäßigt: geboren ab',
  until: 'Ermäßigt: geboren bis',
  set: 'Startgeld speichern',
  noAmount: 'Das ist kein Betrag. Schreib 20 oder 12,50.',
  byBirth: 'Startgeld nach Geburtsdatum',
  due: 'Offen',
  sums: (paid, due) => `${paid} bezahlt, ${due} offen`,
  of: (name) => `Startgeld von ${name}`,
  classes: { full: 'volles Startgeld', reduced: 'ermäßigtes Startgeld', free: 'kein Startgeld' },
  hasPaid: (amount) => `${amount} bezahlt`,
  owes: (amount) => `${amount} offen`,
};
