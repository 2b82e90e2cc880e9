// SPDX-License-Identifier: AGPL-3.0-or-later
// The German texts of what is decided about an event, of entering by code, and of limits.
import type { Parts } from '../../dictionary';
import { forms } from '../../forms';

const { number, plural } = forms('de');

export const more: Parts['events']['more'] = {
  title: 'Weitere Einstellungen',
  time: 'Bedenkzeit',
  kinds: { clock: 'Uhr', days: 'Tage pro Zug' },
  days: 'Tage für jeden Zug',
  chess960: 'Chess960',
  chess960Hint: 'Jede Partie beginnt mit einer ausgelosten Stellung.',
  matchGames: 'Partien je Zweikampf',
  baku: 'Beschleunigte Paarungen (Baku)',
  bakuHint: 'In den ersten Runden spielt die obere Hälfte, als hätte sie schon Punkte.',
  halfBye: 'Das Freilos zählt einen halben Punkt',
  halfByeHint: 'Wer bei ungerader Spielerzahl keinen Gegner hat, bekommt einen halben statt eines ganzen Punktes. Sobald Runde 1 veröffentlicht ist, bleibt es dabei.',
  mostByes: 'Freie Runden mit halbem Punkt je Spieler',
  lastBye: 'Letzte Runde dafür',
  lateHalf: 'Spätere Einsteiger: halber Punkt bis Runde',
  lateHalfHint: 'Für jede versäumte Runde. 0: nichts.',
  games: 'Partien je Paarung',
  gamesHint: 'Nach jeder Partie wechseln die Farben, und eine Runde zählt alle Punkte der Paarung.',
  gamesPerPairing: (count) => `${count} Partien je Paarung`,
  defaultTime: 'Wartezeit am Brett',
  defaultTimeHint: 'Wer so lange nach Rundenbeginn nicht am Holzbrett sitzt, verliert kampflos (FIDE-Regeln, 6.7).',
  minutes: (count) => plural(count, { one: '# Minute', other: '# Minuten' }),
  addTieBreak: 'Feinwertung hinzufügen',
  up: (name) => `${name} nach oben`,
  remove: (name) => `${name} entfernen`,
  tieBreaksLate: 'Eine Runde ist veröffentlicht. Wenn du die Feinwertung jetzt änderst, steht das in der Turnierdatei.',
  byCode: 'Mitspielen nur mit Code',
  byCodeHint: 'Der Server erstellt den Code. Veranstalter sehen ihn auf der Turnierseite und geben ihn weiter.',
  code: 'Teilnahmecode',
  codeOf: 'Der Code, den du vom Veranstalter hast',
  copyCode: 'Code kopieren',
  needsCode: 'Zum Mitspielen brauchst du den Teilnahmecode des Veranstalters.',
  ratings: (limits) => `Wertung: ${limits}`,
  addAccount: 'Konto hinzufügen',
  account: 'Name des Kontos',
  accountHint: 'Für Spieler mit einem Konto hier. Von Kinderkonten kannst du die eintragen, für die du die Karte erstellt hast.',
  limits: {
    players: (format, most) => `${format}: bis zu ${number(most)} Spieler.`,
    swiss: (rounds, players) => `${plural(rounds, { one: '# Runde braucht', other: '# Runden brauchen' })} mindestens ${players} Spieler, denn niemand trifft zweimal auf denselben Gegner.`,
    table: 'Die Zahl der Runden folgt aus der Zahl der Spieler: Acht spielen sieben Runden.',
    doubleTable: 'Die Zahl der Runden folgt aus der Zahl der Spieler: Acht spielen 14 Runden.',
    tooMany: (players, most) => `${plural(players, { one: '# Spieler ist', other: '# Spieler sind' })} dabei. Das reicht für höchstens ${plural(most, { one: '# Runde', other: '# Runden' })}.`,
    many: (enough) => `Mehr als ${enough} Runden sind selten sinnvoll: Zehn genügen, um unter 1.000 Spielern den Sieger zu finden.`,
  },
};
