// SPDX-License-Identifier: AGPL-3.0-or-later
// The German texts of the rating report.
import type { Parts } from '../../dictionary';
import { forms } from '../../forms';

const { list, plural } = forms('de');

export const report: Parts['events']['report'] = {
  title: 'Turnierbericht',
  hint: 'Das steht in der Turnierdatei (TRF) neben Spielern und Ergebnissen.',
  city: 'Ort',
  federation: 'Verband',
  federationHint: 'Drei Buchstaben, zum Beispiel GER.',
  chief: 'Hauptschiedsrichter',
  deputies: 'Weitere Schiedsrichter, je Zeile einer',
  date: (round) => `Datum der Runde ${round}`,
  proposed: 'In leeren Feldern steht der Tag, an dem die Runde begonnen hat. Prüfe und speichere ihn.',
  saved: 'Gespeichert.',
  missing: 'Was fehlt',
  complete: 'Es fehlt nichts.',
  download: 'TRF herunterladen',
  gaps: {
    city: 'Kein Ort',
    federation: 'Kein Verband',
    chief_arbiter: 'Kein Hauptschiedsrichter',
    dates: (rounds) => `Kein Datum für ${plural(rounds.length, { one: 'Runde', other: 'die Runden' })} ${list(rounds.map(String))}`,
    fideIds: (names) => `Keine FIDE-ID: ${list(names)}`,
    results: (rounds) => `Es fehlen Ergebnisse in ${plural(rounds.length, { one: 'Runde', other: 'den Runden' })} ${list(rounds.map(String))}`,
  },
};
