// SPDX-License-Identifier: AGPL-3.0-or-later
// The German texts of pages around boards: watching, the board editor, over the board, and what follows a game.
import type { Color, GameResult, Termination } from '../../platform/protocol';
import type { Parts } from '../dictionary';

const sides: Record<Color, string> = { white: 'Weiß', black: 'Schwarz' };

const boards: Parts['boards'] = {
  speeds: {
    bullet: 'Bullet',
    blitz: 'Blitz',
    rapid: 'Schnellschach',
    classical: 'Klassisch',
    correspondence: 'Fernschach',
  },

  watch: {
    title: 'Zuschauen',
    none: 'Gerade spielt niemand mit Uhr. Beginne eine Partie, dann ist sie hier zu sehen.',
    failed: 'Die laufenden Partien lassen sich gerade nicht laden. Es wird weiter versucht.',
    card: (white: string, black: string) => `${white} – ${black}`,
    tv: (name: string) => `${name} live`,
    notPlaying: (name: string) => `${name} spielt gerade nicht.`,
    waiting: 'Die nächste Partie ist hier zu sehen, sobald sie beginnt.',
    profile: 'Profil',
    unknown: 'Kein solcher Spieler',
    unknownHint: 'Niemand hier heißt so.',
  },

  after: {
    title: 'Die Partie ist zu Ende',
    theirs: (result: GameResult, termination: Termination): string =>
      result === 'aborted' && termination === 'unknown'
        ? 'Unbeendete Partie'
        : ({ white_wins: 'Weiß hat gewonnen', black_wins: 'Schwarz hat gewonnen', draw: 'Remis', aborted: 'Die Partie wurde abgebrochen' })[result],
    score: (name: string, other: string, own: number, theirs: number) =>
      `${name} ${points(own)} – ${points(theirs)} ${other}`,
    scoreTitle: 'Stand eurer Partien',
    times: 'Zeit für jeden Zug',
    timesOf: (side: string, total: string, longest: string) => `${side}: insgesamt ${total}, am längsten ${longest}`,
  },

  share: {
    title: 'Teilen',
    link: 'Link',
    position: 'Diese Stellung',
    game: 'Die ganze Partie',
    picture: 'Bild',
    animation: 'Animation',
    qr: 'QR-Code des Links',
    private: 'Diese Partie ist privat: Nur ihre Spieler und die Leitung können den Link öffnen.',
  },

  import: {
    title: 'Partie importieren',
    pgn: 'Partie im PGN-Format',
    hint: 'Füge sie ein, oder ziehe eine Datei hierher. Von mehreren Partien wird die erste gezeigt.',
    file: 'Datei wählen',
    privateHint: 'Nur du siehst sie.',
    side: 'Deine Seite des Bretts',
    action: 'Ansehen',
    nothing: 'Füge zuerst eine Partie ein.',
    tooLarge: 'Diese Datei ist größer als 256 kB. Nimm eine Partie heraus.',
    unreadable: 'Diese Datei lässt sich nicht lesen.',
  },

  editor: {
    title: 'Brett-Editor',
    tools: 'Was ein Druck auf ein Feld bewirkt',
    move: 'Figuren ziehen',
    erase: 'Felder leeren',
    turn: 'Am Zug',
    castling: 'Rochade',
    castles: {
      K: 'Weiß, kurz',
      Q: 'Weiß, lang',
      k: 'Schwarz, kurz',
      q: 'Schwarz, lang',
    },
    enPassant: 'En passant',
    none: 'Keines',
    fen: 'FEN',
    start: 'Grundstellung',
    clear: 'Brett leeren',
    fine: 'Hier kann eine Partie beginnen.',
    unreachable: 'Der Server ist nicht zu erreichen, deshalb wird die Stellung nicht geprüft.',
    problems: 'Was nicht stimmt',
    remarks: 'Keine Partie führt hierher, aber eine kann hier beginnen:',
    friend: 'Freund einladen',
    computer: 'Gegen den Computer',
    overTheBoard: 'An einem Brett',
    picture: 'Bild',
    keys: 'Tasten auf einem Feld: K Q R B N P stellen eine Figur der zuletzt gewählten Seite hin, Entf leert es.',
  },

  otb: {
    title: 'An einem Brett',
    hint: 'Zwei Menschen, ein Bildschirm. Die Partie wird nur für dich gespeichert.',
    offline: 'Ist diese Seite einmal offen, braucht ihr keinen Server: Ihr spielt, die Uhren laufen, und die Partie bleibt in diesem Browser. Ist der Server wieder erreichbar, prüft er die Züge nach den Regeln, erkennt Matt und Remis und speichert die Partie.',
    names: (color: Color) => `Name von ${sides[color]}`,
    you: 'Du bist',
    flip: 'Brett nach jedem Zug drehen',
    start: 'Partie beginnen',
    toMove: (color: Color) => `${sides[color]} ist am Zug.`,
    inCheck: (color: Color) => `${sides[color]} steht im Schach.`,
    away: 'Kein Server erreichbar. Spielt weiter: Die Züge werden geprüft, wenn er wieder da ist.',
    refused: (number: number, why: string) => `Zug ${number} war nicht möglich, also geht die Partie davor weiter. ${why}`,
    resign: (color: Color) => `${sides[color]} gibt auf`,
    draw: 'Auf Remis einigen',
    claim: 'Remis reklamieren',
    timeUp: (color: Color) => `Zeitüberschreitung von ${sides[color]}.`,
    saving: 'Die Partie wird gespeichert.',
    waitingToSave: 'Die Partie bleibt in diesem Browser und wird gespeichert, wenn der Server wieder da ist.',
    failed: 'Die Partie lässt sich nicht speichern.',
    open: 'Gespeicherte Partie öffnen',
    again: 'Noch eine Partie',
    leave: 'Diese Partie aufgeben',
    ask: { leave: 'Diese Partie vergessen?', yes: 'Ja, vergessen' },
  },
};

export default boards;

/** `2½`, `½`, `3`. */
function points(halves: number): string {
  const whole = Math.floor(halves / 2);
  if (halves % 2 === 0) return String(whole);
  return whole === 0 ? '½' : `${whole}½`;
}
