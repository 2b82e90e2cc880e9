// SPDX-License-Identifier: AGPL-3.0-or-later
// The German texts of "From today's games".
import type { Parts } from '../../dictionary';
import { forms } from '../../forms';

const { plural } = forms('de');

export const today: Parts['puzzles']['today'] = {
  title: 'Aus den Partien von heute',
  forTeachers: 'Hier machen Veranstalter aus den Partien ihrer Klasse Stellungen zum Lösen.',
  newLesson: 'Neue Lektion',
  hint: 'Alle bekommen bis zu drei Stellungen aus ihren eigenen Partien; der eigene Fehler ist die falsche Antwort. Das dauert ein paar Minuten und braucht kein Internet.',
  name: 'Name',
  playedHere: 'Hier gespielte Partien',
  playedHereHint: 'Partien in deiner Klasse, mit dir oder gegen den Computer. Private Partien bleiben draußen.',
  which: 'Welche Partien',
  ofDay: 'Alle eines Tages',
  day: 'Tag',
  pgn: 'Andere Partien, als PGN',
  pgnHint: 'PGN ist der Text, in dem andere Seiten und Programme Partien speichern. Gefunden wird, wer mit Benutzernamen oder dem von dir vergebenen richtigen Namen darin steht; alle anderen bekommen nur ein Blatt.',
  names: 'Richtige Namen deiner Schüler',
  namesHint: 'Nur du siehst sie. In einem PGN dürfen sie anstelle der Benutzernamen stehen.',
  sameName: 'Zwei aus der Klasse heißen so. Ihre Partien in einem PGN bekommt darum keiner von beiden. Ergänze einen Buchstaben.',
  make: 'Starten',
  lessons: 'Deine Lektionen',
  empty: 'Noch keine. Starte oben eine.',
  missing: 'Diese Lektion gibt es nicht, oder sie gehört dir nicht.',
  refused: {
    lesson_without_games: 'Deine Klasse hat an diesem Tag keine Partie beendet, oder nur private. Wähle einen anderen Tag oder füge ein PGN ein.',
    lesson_unreadable: 'Keine der Partien im PGN ist lesbar.',
    lessons_wait: 'Zwei deiner Lektionen sind noch in Arbeit. Warte, bis eine fertig ist.',
    lessons_full: 'Du hast 100 Lektionen. Lösche zuerst eine.',
  },
  games: (done, all) => (done < all ? `${done} von ${all} Partien` : plural(all, { one: '# Partie', other: '# Partien' })),
  working: (done, all, left) =>
    `${done} von ${all} Partien angesehen${left === null ? '' : `, noch etwa ${plural(left, { one: '# Minute', other: '# Minuten' })}`}. Du kannst die Seite verlassen.`,
  ready: (served, all) => `Fertig: Stellungen für ${served} von ${plural(all, { one: '# Spieler', other: '# Spielern' })}.`,
  unread: (count) => plural(count, { one: '# Partie im PGN ist nicht lesbar.', other: '# Partien im PGN sind nicht lesbar.' }),
  leftOut: (count) => plural(count, { one: '# weitere Partie bleibt draußen: Eine Lektion fasst 90.', other: '# weitere Partien bleiben draußen: Eine Lektion fasst 90.' }),
  print: 'Blätter drucken',
  withNames: 'Namen auf den Blättern',
  withNamesHint: 'Sonst hat ein Blatt eine Nummer und eine Linie zum Schreiben.',
  private: 'Auf der Aufgabenseite sehen alle nur ihre eigenen Stellungen.',
  delete: 'Löschen',
  deleteIt: 'Diese Lektion endgültig löschen',
  keep: 'Behalten',
  noAccount: 'hier ohne Konto',
  nothing: 'Kein klarer Fehler gefunden.',
  notYet: 'Noch nicht angesehen.',
  playedMove: (san) => `Gespielt: ${san}`,
  better: (solution) => `Besser: ${solution}`,
  find: (san) => `In deiner Partie hast du ${san} gespielt. Finde einen besseren Zug.`,
  moment: (game, move, opponent) => (opponent === null ? `Partie ${game}, Zug ${move}` : `Partie ${game} gegen ${opponent}, Zug ${move}`),
  solved: (game, solution, played) => `${game === null ? '' : `Partie ${game}: `}${solution} (gespielt: ${played})`,
  sheet: (number) => `Blatt ${number}`,
};
