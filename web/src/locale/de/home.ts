// SPDX-License-Identifier: AGPL-3.0-or-later
// The German texts of the start page, and the dialog that imports a game.
import type { Parts } from '../dictionary';
import { forms } from '../forms';

const { number } = forms('de');

const home: Parts['home'] = {
  title: 'Ein ruhiger Ort zum Schachspielen.',
  friendHint: 'Link verschicken',
  computerHint: 'Spielstärke wählen',
  findHint: 'Jetzt gleich spielen',
  games: 'Deine Partien',
  allGames: 'Alle Partien',
  news: { title: 'Aktuelles', daily: 'Aufgabe des Tages', running: 'läuft gerade', announced: 'noch nicht begonnen' },
  board: { title: 'Ein Brett', start: 'Mach einen Zug, um gegen den Computer zu spielen.' },
  noGames: 'Noch keine Partien. Beginne eine.',
  trial: 'Deine neue Partie steht hier ab deinem zweiten Zug.',
  gamesFailed: 'Deine Partien lassen sich gerade nicht laden. Lade die Seite neu, um es noch einmal zu versuchen.',
  more: (count: number) => `${number(count)} weitere zeigen`,
  toImport: 'Partie importieren',
  card: {
    yourMove: 'Du bist am Zug',
    waiting: 'Wartet',
    nobody: 'Noch kein Gegner',
    won: 'Gewonnen',
    lost: 'Verloren',
    draw: 'Remis',
    aborted: 'Abgebrochen',
    unfinished: 'Ohne Ergebnis',
    imported: 'Importiert',
    reasons: {
      checkmate: 'Schachmatt',
      resignation: 'Aufgabe',
      stalemate: 'Patt',
      insufficient_material: 'kein Matt möglich',
      fivefold_repetition: 'fünffache Wiederholung',
      seventy_five_moves: '75 Züge',
      threefold_repetition: 'dreifache Wiederholung',
      fifty_moves: '50 Züge',
      agreement: 'Einigung',
      time_forfeit: 'Zeit',
      time_forfeit_insufficient_material: 'Zeit, kein Matt möglich',
      abandonment: 'verlassen',
      abandonment_insufficient_material: 'verlassen, kein Matt möglich',
      abort: 'abgebrochen',
      no_first_move: 'kein erster Zug',
      arbiter_decision: 'Schiedsrichter',
      unknown: '',
    },
    left: (face: string) => `noch ${face}`,
  },
  import: {
    private: 'Privat',
    title: 'Partie importieren',
    pgn: 'Partie im PGN-Format',
    hint: 'Füge sie ein oder zieh eine Datei hierher. Bei mehreren Partien wird die erste importiert.',
    file: 'Datei wählen',
    privateHint: 'Nur du siehst sie.',
    side: 'Deine Seite',
    action: 'Importieren',
    nothing: 'Füge zuerst eine Partie ein.',
    tooLarge: 'Diese Datei ist größer als 256 kB. Speichere eine einzelne Partie und versuche es noch einmal.',
    unreadable: 'Diese Datei lässt sich nicht lesen.',
    windows: 'Diese Datei ist nicht UTF-8 und wurde als Windows-1252 gelesen. Prüfe Namen mit Akzenten und Umlauten.',
  },
};

export default home;
