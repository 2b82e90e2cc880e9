// SPDX-License-Identifier: AGPL-3.0-or-later
// German texts about the board: what can be chosen, and the keys.
import type { Color, Role } from '../../platform/protocol';
import type { Parts } from '../dictionary';
import texts from './index';
import { coloured, pieces } from './main/pieces';

const side = (color: Color): string => texts.sides[color];
const some = (names: string[], none: string): string => (names.length === 0 ? none : names.join(', '));

const board: Parts['board'] = {
  title: 'Brett',
  handling: 'Ziehen',
  hearing: 'Ton und Gefühl',
  screen: 'Einstellungen',
  all: 'Alle Einstellungen',
  close: 'Schließen',
  boards: 'Felder',
  pieces: 'Figuren',
  coordinates: 'Koordinaten',
  animation: 'Gleiten',
  notation: 'Züge',
  captured: 'Geschlagene Figuren',
  moving: 'Figuren ziehen durch',
  promotion: 'Ein Bauer, der sich umwandelt',
  spoken: 'Züge werden gesprochen als',
  volume: 'Lautstärke',
  sounds: 'Klang',
  size: 'Brettgröße',
  percent: (value: number) => `${value} %`,
  switches: {
    blindfold: 'Blindspiel: Figuren verbergen',
    clock_bar: 'Unter jeder Uhr einen Balken zeigen',
    destinations: 'Zeigen, wohin eine Figur ziehen kann',
    premoves: 'Vorauszüge',
    touch_square: 'Das Feld unter dem Finger vergrößern',
    confirm_move: 'Vor jedem Zug nachfragen',
    keys: 'Kürzel mit einer Taste',
    say_clock: '30, 20 und 10 verbleibende Sekunden ansagen',
    sound: 'Töne',
    low_time: 'Warnen, wenn die Zeit knapp wird',
    haptics: 'Bei Zügen vibrieren, wo das Gerät es kann',
  },
  choices: {
    board: { slate: 'Schiefer', wood: 'Holz', green: 'Grün', sea: 'Meer', rose: 'Rose', sand: 'Sand', contrast: 'Kontrast' },
    pieces: { classic: 'Klassisch', plain: 'Schlicht', solid: 'Flächig', letters: 'Buchstaben' },
    coordinates: { inside: 'Innen', outside: 'Außen', all: 'Alle Felder', none: 'Keine' },
    animation: { normal: 'Normal', slow: 'Langsam', fast: 'Schnell', none: 'Keines' },
    notation: { letters: 'Buchstaben: Nf3', figurines: 'Figuren: ♘f3', own: 'Deutsch: Sf3' },
    captured: { all: 'Alle', difference: 'Differenz', off: 'Keine' },
    moving: { both: 'Beides', click: 'Zwei Klicks', drag: 'Schieben' },
    promotion: { ask: 'Fragen', queen: 'Immer Dame' },
    sounds: { wood: 'Holz', soft: 'Weich', glass: 'Glas' },
    spoken: { words: 'Wörter', san: 'Notation', nato: 'Wörter, NATO-Felder' },
  },
  keysTitle: 'Tasten',
  keys: [
    ['← →', 'einen Zug zurück oder vor'],
    ['↑ ↓', 'erste oder letzte Stellung'],
    ['/', 'Zug oder Befehl tippen'],
    ['F', 'Brett drehen'],
    ['Z', 'Zen: nur Brett und Uhren'],
    ['D', 'Pfeile und Kreise zeichnen'],
    ['S', 'diese Einstellungen'],
    ['?', 'diese Liste'],
    ['Esc', 'Figur hinstellen, Vorauszüge löschen'],
  ],
  boardKeysTitle: 'Auf dem Brett',
  boardKeys: [
    ['Arrows', 'über die Felder gehen'],
    ['Enter', 'aufnehmen, hinstellen, ziehen'],
    ['K Q R B N P', 'nächste Figur dieser Art; mit Umschalttaste die vorige'],
    ['1–8', 'Reihe; mit Umschalttaste die Linie'],
    ['M', 'Züge der Figur; mit Umschalttaste nur Schlagzüge'],
    ['O', 'dieses Feld'],
    ['L', 'letzter Zug'],
    ['C', 'letztes Schlagen'],
    ['T', 'Uhren'],
    ['X', 'was ringsum steht, so weit man sieht'],
    ['I', 'Zug oder Befehl tippen'],
  ],
  say: {
    squares: (color: Color, role: Role, squares: string[]) =>
      `${side(color)}, ${squares.length === 1 ? pieces[role].name : pieces[role].plural}: ${some(squares, 'keine')}.`,
    line: (name: string, found: string[]) => `${/\d/.test(name) ? 'Reihe' : 'Linie'} ${name}: ${some(found, 'leer')}.`,
    piece: (square: string, color: Color, role: Role) => `${square} ${coloured(color, role)}`,
    square: (text: string) => `${text}.`,
    around: (square: string, found: string[]) => `Von ${square} aus: ${some(found, 'nichts')}.`,
    moves: (square: string, targets: string[]) => `Von ${square} nach: ${some(targets, 'keinem Feld')}.`,
    captures: (square: string, targets: string[]) => `Von ${square} schlägt auf: ${some(targets, 'keinem Feld')}.`,
    noPiece: (square: string) => `Auf ${square} steht keine Figur von dir.`,
    lastMove: (text: string) => `Letzter Zug, ${text}.`,
    lastCapture: (text: string) => `Letztes Schlagen, ${text}.`,
    noMove: 'Noch ist kein Zug gespielt.',
    noCapture: 'Noch ist nichts geschlagen.',
    clock: (color: Color, ms: number, isRunning: boolean) => {
      const left = Math.max(0, Math.floor(ms / 1000));
      const [hours, minutes, seconds] = [Math.floor(left / 3600), Math.floor(left / 60) % 60, left % 60];
      const parts = [hours > 0 ? `${hours} h` : '', minutes > 0 ? `${minutes} min` : '', `${seconds} s`].filter((part) => part !== '');
      return `${side(color)}: ${parts.join(' ')}${isRunning ? ', läuft' : ''}.`;
    },
    noClocks: 'Diese Partie hat keine Uhren.',
    turn: (color: Color) => `${side(color)} ist am Zug.`,
    captured: (color: Color, names: string[]) => `${side(color)} hat geschlagen: ${some(names, 'nichts')}.`,
    premoves: (moves: string[]) => (moves.length === 0 ? 'Keine Vorauszüge warten.' : `Vorauszüge: ${moves.join(', ')}.`),
    premove: (from: string, to: string) => `Vorauszug ${from} ${to} wartet.`,
    cancelled: 'Vorauszüge gelöscht.',
    played: (from: string, to: string) => `${from} ${to}.`,
    sure: (question: string) => `${question} Tippe ja oder nein.`,
    done: 'Erledigt.',
    cant: 'Das geht jetzt nicht.',
    several: (squares: string[]) => `Mehrere Figuren können dorthin: Nenne ${squares.join(' oder ')}.`,
    noSuchMove: (text: string) => `Keine deiner Figuren kann das: ${text}.`,
    notNow: 'Du kannst jetzt nicht ziehen.',
    unknown: (text: string) => `Nicht verstanden: ${text}. Mit hilfe kommt eine Liste.`,
    offered: (text: string) => text,
    help:
      'Züge: Nf3, g1f3, Springer schlägt e5, kurze Rochade. Fragen: Uhr, zuletzt, dran, geschlagen, Vorauszüge, Gegner; ' +
      'Figuren Springer; Linie e, Reihe 4; Feld e4; Züge e2. ' +
      'Chat: sag hallo; Chat liest die letzten Zeilen vor. ' +
      'Handlungen: Remis, aufgeben, abbrechen, zurücknehmen, Zeit, annehmen, ablehnen, reklamieren, reklamieren Remis, Revanche, löschen, drehen, Zen, ' +
      'zurück, weiter, Anfang, Ende.',
  },
  vocabulary: {
    sag: 'say', sage: 'say',
    hilfe: 'help', uhr: 'clock', uhren: 'clock', zuletzt: 'last', letzter: 'last', dran: 'turn',
    geschlagen: 'captured', vorauszüge: 'premoves', gegner: 'opponent', ja: 'yes', nein: 'no',
    annehmen: 'accept', ablehnen: 'decline', aufgeben: 'resign', abbrechen: 'abort', remis: 'draw',
    zurücknehmen: 'takeback', zeit: 'time', reklamieren: 'claim', revanche: 'rematch', löschen: 'cancel',
    drehen: 'flip', zurück: 'back', weiter: 'on', anfang: 'first', ende: 'end', figuren: 'pieces',
    reihe: 'scan', linie: 'scan', feld: 'square', züge: 'moves', bauer: 'pawn', bauern: 'pawns',
    springer: 'knight', läufer: 'bishop', turm: 'rook', türme: 'rooks', dame: 'queen', könig: 'king',
    schlägt: 'takes', nach: 'to', auf: 'on', schach: 'check', matt: 'mate', wird: 'becomes',
    umwandlung: 'promotes', rochade: 'castles', kurz: 'short', kurze: 'short', lang: 'long', lange: 'long',
    eins: 'one', zwei: 'two', drei: 'three', vier: 'four', fünf: 'five', sechs: 'six', sieben: 'seven',
    acht: 'eight',
  },
};

export default board;
