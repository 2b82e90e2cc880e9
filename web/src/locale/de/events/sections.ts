// SPDX-License-Identifier: AGPL-3.0-or-later
// The German texts of the sections of a festival.
import type { Parts } from '../../dictionary';

/** Which ratings a section takes. */
export function limits(from: number | null, to: number | null): string {
  if (from === null) return to === null ? 'alle Wertungen' : `bis ${to}`;
  return to === null ? `ab ${from}` : `${from}–${to}`;
}

export const sections: Parts['events']['sections'] = {
  title: 'Gruppen',
  add: 'Gruppe hinzufügen',
  hint: 'Gruppen wie A-Open und B-Open teilen sich Spieler, Zeitplan und Brettnummern. Jede hat ihre eigenen Paarungen und ihre eigene Tabelle.',
  name: 'Gruppe',
  number: (number) => `Gruppe ${number}`,
  from: 'Wertung ab',
  to: 'Wertung bis',
  limits,
  remove: (name) => `${name} entfernen`,
  ownName: 'Name dieses Turniers als Gruppe',
  firstBoard: 'Erstes Brett (leer: nach der Gruppe davor)',
  save: 'Gruppe speichern',
  move: (name) => `Gruppe von ${name}`,
  elsewhere: (section) => `Du spielst in der Gruppe ${section}.`,
  joinIn: (section) => `In ${section} mitspielen`,
  noneFits: 'Keine Gruppe passt zu deiner Wertung.',
  found: (name, section) => `${name} ist in ${section}`,
  codeEnded: (section) => `Der Code für das Konto des Spielers gilt nicht mehr. Erstelle in ${section} einen neuen.`,
  pairAll: 'Alle Gruppen paaren',
  publishAll: 'Alle Gruppen veröffentlichen',
  startAll: 'Alle Gruppen starten',
};
