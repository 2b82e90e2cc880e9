// SPDX-License-Identifier: AGPL-3.0-or-later
// The German texts of watching.
import type { Parts } from '../dictionary';

const watch: Parts['watch'] = {
  speeds: {
    bullet: 'Bullet',
    blitz: 'Blitz',
    rapid: 'Schnellschach',
    classical: 'Klassisch',
    correspondence: 'Fernschach',
  },
  title: 'Zuschauen',
  none: 'Gerade läuft keine Partie mit Uhr. Beginne eine, dann ist sie hier zu sehen.',
  noOthers: 'Gerade läuft keine andere Partie mit Uhr. Beginne eine, dann ist sie hier zu sehen.',
  failed: 'Die laufenden Partien lassen sich gerade nicht laden. Es wird weiter versucht.',
  card: (white: string, black: string) => `${white} – ${black}`,
  tv: (name: string) => `${name} live`,
  notPlaying: (name: string) => `${name} spielt gerade nicht.`,
  waiting: 'Die nächste Partie ist hier zu sehen, sobald sie beginnt.',
  profile: 'Profil',
  unknown: 'Kein solcher Spieler',
  unknownHint: 'Niemand hier heißt so.',
  computer: 'Gegen den Computer',
};

export default watch;
