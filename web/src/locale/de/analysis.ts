// SPDX-License-Identifier: AGPL-3.0-or-later
// The German texts of the analysis board.
import type { Color, PieceOn } from '../../platform/protocol';
import type { Parts } from '../dictionary';
import { forms } from '../forms';
import texts from './index';
import { pieces } from './main/pieces';

const { sides } = texts;
const { plural, number } = forms('de-DE');

const analysis: Parts['analysis'] = {
  title: 'Analyse',
  titleOf: (white: string, black: string) => `Analyse: ${white} – ${black}`,
  missing: 'Diese Partie gibt es nicht, oder du darfst sie nicht sehen.',
  running: 'Diese Partie läuft noch. Analysieren kannst du sie, wenn sie vorbei ist.',
  toGame: 'Zur Partie',
  toBoard: 'Zum Analysebrett',
  failed: 'Die Partie lässt sich nicht laden. Prüfe deine Verbindung und versuch es noch einmal.',
  moves: 'Züge',
  none: 'Zieh eine Figur, um anzufangen.',
  undo: 'Rückgängig',
  redo: 'Wiederholen',
  backToGame: 'Zurück zur Partie',
  endLesson: 'Lektion beenden',
  gone: 'Dieser Zug wurde auf diesem Brett gelöscht. „Rückgängig“ bringt ihn wieder, oder im Menü „Meine Änderungen verwerfen“.',
  lookingBack: 'Du siehst eine frühere Stellung. Geh zum letzten Zug, um zu ziehen.',
  toMove: (color: Color) => `${sides[color]} ist am Zug.`,
  inCheck: (color: Color) => `${sides[color]} steht im Schach.`,
  inVariation: 'Du bist in einer Variante.',
  badLink: 'Die Stellung in diesem Link lässt sich nicht lesen.',
  badLine: 'Der Rest der Zugfolge in diesem Link ist nicht regelgerecht.',
  longLine: (moves: number) => `Die Adresse der Seite fasst nur die ersten ${number(moves)} Züge dieser Zugfolge. Kopiere die PGN, um alles zu teilen.`,
  asChess960: 'Diese Rochaderechte gibt es nur im Chess960, darum ist es jetzt eine Stellung im Chess960.',
  replacing: (move: string) => `Spiel den Zug, der ${move} ersetzt. Was folgt, bleibt stehen, soweit es möglich ist.`,
  lost: (count: number) => plural(count, { one: '# Zug war nicht mehr möglich und ist weg. „Rückgängig“ holt ihn zurück.', other: '# Züge waren nicht mehr möglich und sind weg. „Rückgängig“ holt sie zurück.' }),
  rewritten: 'Ein Kommentar in einer PGN kann { }, [% und Zeilenumbrüche nicht enthalten. Dafür stehen jetzt ( ), [ % und Leerzeichen.',
  tooLarge: 'Diese Analyse ist zu groß, um im Browser aufbewahrt zu werden. Kopiere die PGN, bevor du die Seite schließt.',
  littleRoom: (left: number, next: string | null) => `In diesem Browser ist kaum noch Platz. ${left > 0 ? `Nach ${number(left)} weiteren Partien` : 'Bald'} verschwindet die älteste Analyse: ${next ?? 'eine von einem anderen Konto'}. Kopiere ihre PGN, um sie zu behalten.`,
  forgotten: (title: string | null) => `In diesem Browser war kein Platz mehr, darum ist die älteste Analyse weg: ${title ?? 'eine von einem anderen Konto'}.`,
  claims: {
    threefold_repetition: 'Die Stellung steht zum dritten Mal: Remis kann reklamiert werden.',
    fifty_moves: '50 Züge ohne Schlag- oder Bauernzug: Remis kann reklamiert werden.',
  },
  outcomes: {
    checkmate: 'Matt.',
    stalemate: 'Patt: remis.',
    insufficient_material: 'Keine Seite kann matt setzen: remis.',
    fivefold_repetition: 'Die Stellung stand fünfmal da: remis.',
    seventy_five_moves: '75 Züge ohne Schlag- oder Bauernzug: remis.',
  },

  engine: 'Engine',
  lines: 'Varianten',
  threat: 'Drohung zeigen',
  noThreat: 'Im Schach gibt es keine Drohung zu zeigen.',
  threatIs: (move: string) => `Drohung: ${move}`,
  endless: 'Weiterrechnen',
  best: 'Pfeil für den besten Zug',
  others: 'Pfeile für die anderen Varianten',
  depth: (depth: number) => `Tiefe ${depth}`,
  nodes: (count: number) => `${count < 1e6 ? `${number(Math.round(count / 1e3))} Tsd.` : `${number(count / 1e6, 1)} Mio.`} Knoten`,
  thinking: 'Rechnet',
  trouble: {
    rules: 'Die Schachregeln sind nicht geladen; noch lässt sich keine Figur ziehen.',
    unavailable: 'Die Engine lässt sich hier nicht starten.',
    net: 'Die Daten der Engine wurden nicht geladen. Schalte sie aus und wieder ein.',
    broken: 'Die Engine ist stehen geblieben. Schalte sie aus und wieder ein.',
  },
  banned: 'Du spielst gerade eine Partie. Bis sie vorbei ist, bleibt die Engine aus.',
  near: 'Diese Stellung gehört zu einer deiner laufenden Fernpartien oder kann dort noch entstehen, deshalb bleibt die Engine hier aus.',
  thatGame: 'Diese Partie öffnen',
  play: (moves: string) => `${moves} spielen`,
  /** The game is over on the board. */
  over: (winner: Color | null) => (winner ? `${sides[winner]} hat gewonnen` : 'Remis'),
  stands: (kind: 'even' | 'slight' | 'better' | 'winning' | 'mate', side: Color, figure: string, moves: number): string => {
    switch (kind) {
      case 'even':
        return `Ausgeglichen, ${figure}`;
      case 'slight':
        return `${sides[side]} steht etwas besser, ${figure}`;
      case 'better':
        return `${sides[side]} steht besser, ${figure}`;
      case 'winning':
        return `${sides[side]} steht auf Gewinn, ${figure}`;
      case 'mate':
        return `${sides[side]} setzt in ${moves} matt`;
    }
  },

  promote: 'Variante aufwerten',
  makeMain: 'Zur Hauptvariante machen',
  replace: 'Zug ersetzen',
  remove: 'Ab hier löschen',
  nullMove: 'Nullzug',
  copyLine: 'Variante kopieren',
  clearAnnotations: 'Alle Anmerkungen löschen',
  clearVariations: 'Alle Varianten löschen',
  fold: 'Variante ein- oder ausklappen',

  annotate: 'Anmerken',
  comment: 'Kommentar nach dem Zug',
  commentStart: 'Kommentar zur Partie',
  before: 'Kommentar vor dem Zug',
  glyphs: 'Zeichen',
  glyph: {
    1: 'Guter Zug',
    2: 'Fehler',
    3: 'Glänzender Zug',
    4: 'Grober Fehler',
    5: 'Interessanter Zug',
    6: 'Zweifelhafter Zug',
    7: 'Einziger Zug',
    22: 'Zugzwang',
    10: 'Ausgeglichen',
    13: 'Unklar',
    14: 'Weiß steht etwas besser',
    15: 'Schwarz steht etwas besser',
    16: 'Weiß steht besser',
    17: 'Schwarz steht besser',
    18: 'Weiß steht auf Gewinn',
    19: 'Schwarz steht auf Gewinn',
    146: 'Neuerung',
    32: 'Entwicklungsvorsprung',
    36: 'Initiative',
    40: 'Angriff',
    132: 'Gegenspiel',
    138: 'Zeitnot',
    44: 'Kompensation',
    140: 'Mit der Idee',
  },

  position: 'Stellung',
  setUp: 'Aufbauen',
  start: 'Grundstellung',
  editor: 'Brett-Editor',
  pgn: 'PGN',
  import: 'Importieren',
  importTitle: 'PGN importieren',
  importText: 'Partie als PGN, oder eine FEN',
  importHint: 'Varianten, Kommentare, Pfeile, Uhren und Bewertungen bleiben erhalten. Was auf dem Brett steht, wird ersetzt; „Rückgängig“ holt es zurück.',
  importNone: 'Füge erst eine Partie ein.',
  importTooLarge: 'Das ist mehr als 1 MB. Füge eine einzelne Partie ein.',
  importFile: 'Datei wählen',
  /** Once a fault was said: what follows it is left out. */
  importRest: 'Öffnen, was lesbar ist',
  unreadable: 'Diese Datei lässt sich nicht lesen.',
  problem: (line: number, column: number, message: string) => `Zeile ${line}, Spalte ${column}: ${message}`,
  which: 'Welche Partie?',
  save: 'Als Partie speichern',
  saveTitle: 'Als Partie speichern',
  saveHint: 'Die Hauptvariante wird eine Partie auf diesem Server, mit Namen und Ergebnis. Varianten und Kommentare bleiben hier.',
  white: 'Weiß',
  black: 'Schwarz',
  event: 'Turnier',
  date: 'Datum',
  result: 'Ergebnis',
  resultOpen: 'Unbekannt',
  private: 'Privat',
  privateHint: 'Nur du kannst sie sehen.',
  side: 'Du hast gespielt',
  noMoves: 'Es gibt noch keine Züge zu speichern.',
  discard: 'Meine Änderungen verwerfen',
  facts: 'Partie',

  linkTitle: 'Verlinkte Variante öffnen?',
  linkHint: 'Auf deinem Brett stehen schon Züge. Die Variante aus dem Link tritt an ihre Stelle; „Rückgängig“ holt sie zurück.',
  linkOpen: 'Variante öffnen',
  linkKeep: 'Mein Brett behalten',
  hidden: (count: number) => `Ausgeblendete Zeilen: ${number(count)}. Einblenden`,

  practise: 'Von hier aus üben',
  practiseTitle: 'Von hier aus üben',
  practiseHint: 'Du spielst gegen den Computer weiter. Nichts davon wird gespeichert, und es geht auch ohne Netz.',
  level: 'Stufe',
  levelOf: (level: number) => `Stufe ${level}`,
  youPlay: 'Du spielst',
  begin: 'Los',
  stop: 'Üben beenden',
  keepLine: 'Variante behalten',
  dropLine: 'Nicht behalten',
  stopTitle: 'Die gespielte Variante behalten?',
  stopHint: 'Sie wird eine Variante auf deinem Brett.',
  overHere: 'In dieser Stellung ist die Partie vorbei, zu üben gibt es hier nichts.',
  hint: 'Tipp',
  takeBack: 'Zurücknehmen',
  yourMove: 'Du bist am Zug.',
  theirMove: 'Der Computer überlegt.',
  hintPiece: ({ role, square }: PieceOn) => `Zieh ${pieces[role].den} auf ${square}.`,
  hintMove: (san: string) => `Spiel ${san}.`,

  keys: 'Tasten',
  keyList: [
    ['← →', 'einen Zug zurück oder vor'],
    ['↑ ↓', 'an einer Gabelung ein anderer nächster Zug, sonst Anfang oder Ende'],
    ['Umschalt ← →', 'Gabelung davor oder danach'],
    ['Umschalt ↑ ↓', 'ein anderer Zug statt dieses'],
    ['Strg Z, Strg Y', 'rückgängig, wiederholen'],
    ['Strg', 'Variante ein- oder ausklappen'],
    ['Leertaste', 'den besten Zug der Engine spielen'],
    ['L', 'Engine an oder aus'],
    ['X', 'Drohung zeigen'],
    ['A V', 'Pfeile für den besten Zug, für die anderen Varianten'],
    ['1–6', 'Zeichen: guter Zug, Fehler und so weiter'],
    ['C', 'Kommentar'],
    ['F D S', 'drehen, zeichnen, Einstellungen'],
    ['Entf', 'ab hier löschen'],
    ['Mit rechts ziehen', 'Pfeil zeichnen; ein Rechtsklick zeichnet einen Kreis'],
    ['Umschalt oder Strg', 'dabei gedrückt: rot; Alt: blau; beides: gelb'],
  ],
  drawNote: 'Firefox öffnet bei Umschalt und Rechtsklick sein eigenes Menü, dort hilft Strg. In Chrome, Edge und Safari geht beides.',
};

export default analysis;
