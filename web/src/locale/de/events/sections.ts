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
  groups: {
    title: 'Vorrunde in Gruppen, dann Finale',
    hint: 'Die Spieler werden auf Vorrundengruppen verteilt. Die Ersten jeder Gruppe kommen ins Finale, das ausgelost wird, wenn alle Gruppen fertig sind.',
    count: 'Vorrundengruppen',
    goOn: 'Spieler, die aus jeder Gruppe weiterkommen',
    final: 'Finale',
    carry: 'Punkte der Vorrunde zählen im Finale',
    group: (letter) => `Gruppe ${letter}`,
    last: 'Finale',
    about: (goOn, carry) => `Hier ${goOn === 1 ? 'spielt der Erste' : `spielen die ersten ${goOn}`} jeder Gruppe.${carry ? ' Ihre Punkte der Vorrunde zählen.' : ''}`,
    deal: 'Gruppen nach Wertung auslosen',
  },
};
