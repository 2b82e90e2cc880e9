// SPDX-License-Identifier: AGPL-3.0-or-later
// The German texts that every page needs. The page says du, as chess players do.
import type {
  ClockControlView,
  Color,
  GameResult,
  PlayerView,
  RatingChanges,
  RatingView,
  Role,
  Square,
  Termination,
  TimeControlView,
} from '../../../platform/protocol';
import { clockFace, shortMinutes } from '../../../platform/time';
import type { Dictionary } from '../../dictionary';
import { forms } from '../../forms';
import { nato, type Speech } from '../../nato';
import { ending } from './ending';
import { coloured, pieces } from './pieces';

const { date, list, moment, number, plural, time } = forms('de');

const sides: Record<Color, string> = { white: 'Weiß', black: 'Schwarz' };

const roles: Record<Role, string> = {
  pawn: pieces.pawn.name,
  knight: pieces.knight.name,
  bishop: pieces.bishop.name,
  rook: pieces.rook.name,
  queen: pieces.queen.name,
  king: pieces.king.name,
};

function clock(view: ClockControlView): string {
  const minutes = shortMinutes(view.initial_ms);
  if ('delay_ms' in view) return `${minutes} min, ${seconds(view.delay_ms)} s Verzögerung`;
  if ('bronstein_ms' in view) return `${minutes} min, ${seconds(view.bronstein_ms)} s Bronstein`;
  return `${minutes}+${seconds(view.increment_ms)}`;
}

const seconds = (ms: number): number => Math.round(ms / 1000);

export const texts: Omit<Dictionary, 'refusal' | 'links'> = {
  direction: 'ltr',
  name: 'Tabiya',
  sides,
  roles,
  roleNames: roles,
  pieceName: coloured,

  pieceLetters: { K: 'K', Q: 'D', R: 'T', B: 'L', N: 'S' },

  page: {
    loading: 'Wird geladen',
    away: 'Kein Server erreichbar.',
    awayHint: 'Prüfe deine Verbindung; die Seite versucht es von selbst wieder.',
    again: 'Erneut versuchen',
    blocked: 'Laufende Partien sind blockiert.',
    blockedHint: (host: string) =>
      `Seiten laden, aber WebSocket-Verbindungen kommen nicht durch, deshalb kann hier keine Partie laufen. Bitte die Administration dieses Netzes oder seines Proxys, WebSockets zu ${host} zuzulassen (Pfad /api/socket).`,
    failedTitle: 'Diese Seite lässt sich nicht laden',
    failed: 'Prüfe deine Verbindung und lade die Seite neu.',
    unknownTitle: 'Seite nicht gefunden',
    unknown: 'Unter dieser Adresse gibt es nichts.',
    toHome: 'Zur Startseite',
    sourceOf: (commit: string) => (commit ? `Quelltext ${commit.slice(0, 7)}` : 'Quelltext'),
    licences: 'Lizenzen',
    api: 'API',
    useDark: 'Dunkle Farben verwenden',
    useLight: 'Helle Farben verwenden',
    soundOn: 'Ton ausschalten',
    soundOff: 'Ton einschalten',
    saved: 'Gespeichert',
    rules: 'Regeln dieser Seite',
    share: 'Diese Seite teilen',
    announcement: 'Ankündigung',
    pages: 'Seiten',
    running: 'Deine laufende Partie',
    yourMove: (clock: string) => (clock ? `Du bist am Zug, ${clock}` : 'Du bist am Zug'),
    against: (name: string) => `gegen ${name}`,
    turnOf: (name: string) => `${name} ist am Zug`,
    toGame: 'Zur Partie',
  },

  account: {
    register: 'Registrieren',
    logIn: 'Anmelden',
    logOut: 'Abmelden',
  },

  setup: {
    cancel: 'Abbrechen',
  },

  errors: {
    unreachable: 'Der Server ist nicht zu erreichen. Prüfe, ob er läuft, und versuche es noch einmal.',
    failed: 'Das hat nicht geklappt. Versuche es noch einmal.',
    too_many_games: 'Du hast zu viele unbeendete Partien. Beende eine, bevor du eine neue beginnst.',
    opponent_has_too_many_games: 'Der andere Spieler hat oder beginnt zu viele Partien, also kann diese jetzt nicht beginnen.',
    opponent_paused: 'Der andere Spieler kann gerade keine gewertete Partie beginnen. Eine ungewertete geht.',
    stopping: 'Der Server startet neu. Versuche es gleich noch einmal.',
    storage: 'Der Server konnte das nicht speichern, also ist nichts geschehen. Versuche es noch einmal. Hilft das nicht, sag dem Betreiber der Seite Bescheid.',
    busy: 'Der Server ist ausgelastet. Versuche es noch einmal.',
    not_logged_in: 'Du bist nicht angemeldet.',
    wrong_login: 'Es gibt kein Konto mit diesem Namen und diesem Passwort.',
    wrong_card: 'Diese Karte gilt nicht, wurde ersetzt, oder ihr Konto ist geschlossen. Prüfe jedes Zeichen oder bitte um eine neue.',
    wrong_password: 'Das ist nicht dein Passwort.',
    bad_email: 'Das ist keine E-Mail-Adresse.',
    no_mail: 'Dieser Server verschickt keine E-Mails. Frage, wer ihn betreibt.',
    wrong_token: 'Dieser Link oder Code gilt nicht mehr. Bitte um einen neuen.',
    too_large: 'Das ist zu lang.',
    too_late: 'Die Verbindung war zu langsam. Versuche es noch einmal.',
    fault: 'Der Server hat einen Fehler gemacht. Versuche es noch einmal.',
  },
  storedEnough: (hours: number) =>
    `Von Gästen dieser Adresse sind heute so viele Partien gespeichert worden, wie ein Tag erlaubt. Melde dich an oder versuche es in ${hours} ${hours === 1 ? 'Stunde' : 'Stunden'} noch einmal.`,
  waitFor: (seconds: number) =>
    seconds < 90
      ? `Zu viele Versuche. Warte ${seconds} s und versuche es noch einmal.`
      : `Zu viele Versuche. Warte ${Math.ceil(seconds / 60)} Minuten und versuche es noch einmal.`,

  player: {
    name: (player: PlayerView): string => {
      switch (player.kind) {
        case 'open':
          return 'Freier Platz';
        case 'player':
          return player.title === null ? player.name : `${player.title} ${player.name}`;
        case 'ghost':
          return 'Geschlossenes Konto';
        case 'guest':
          // The server names guests in English.
          return player.name.replace(/^Guest /, 'Gast ');
        case 'computer':
          return `Computer, Stufe ${player.level}${player.version === undefined ? '' : ` (Version ${player.version} der Stufen)`}`;
      }
    },
    rating: ({ points, provisional }: RatingView): string => (provisional ? `${points}?` : String(points)),
    theComputer: 'Der Computer',
    you: 'du',
    toMove: 'Am Zug',
    online: 'online',
    offline: 'nicht da',
    captured: (names: string[]) => `Geschlagen: ${list(names)}`,
    ahead: (points: number) => `+${points}`,
    clock: (side: string) => `Uhr von ${side}`,
    delay: (seconds: number) => `Verzögerung ${seconds}\u00a0s`,
  },

  time: {
    control: (time: TimeControlView | null): string => {
      if (!time) return 'Ohne Uhr';
      if ('days' in time) return plural(time.days, { one: '# Tag pro Zug', other: '# Tage pro Zug' });
      if ('white' in time) return `Weiß ${clock(time.white)}, Schwarz ${clock(time.black)}`;
      return clock(time);
    },
  },

  when: { date, moment, time },

  game: {
    title: (white: string, black: string) => `${white} – ${black}`,
    board: 'Brett',
    square: (square, color, role) => (color && role ? `${square}, ${coloured(color, role)}` : `${square}, leer`),
    ghost: (square: string, role: Role) => `${square}, Vorauszug ${roles[role]}`,
    missingTitle: 'Keine solche Partie',
    missing: 'Vielleicht ist der Link unvollständig. Frage, wer ihn geschickt hat.',
    outdated: 'Der Server wurde aktualisiert. Lade die Seite neu, um weiterzuspielen.',
    moves: 'Züge',
    noMoves: 'Noch keine Züge.',
    variation: (san: string) => `Variante ${san}`,
    first: 'Erste Stellung',
    previous: 'Voriger Zug',
    next: 'Nächster Zug',
    last: 'Letzter Zug',
    flip: 'Brett drehen',
    draw: 'Pfeile und Kreise',
    zen: 'Zen',
    size: 'Brettgröße',
    secondsLeft: (seconds: number) => `Noch ${seconds} Sekunden.`,
    command: 'Zug oder Befehl',
    commandHint: 'Zug oder Befehl, ? für Hilfe',
    cancelPremoves: 'Vorauszüge löschen',
    playMove: (from: Square, to: Square) => `${from}–${to} spielen?`,
    playIt: 'Spielen',
    takeItBack: 'Zurücknehmen',
    resign: 'Aufgeben',
    offerDraw: 'Remis anbieten',
    claimDraw: 'Remis reklamieren',
    abort: 'Partie abbrechen',
    rematch: 'Revanche',
    newGame: 'Neue Partie',
    newOpponent: 'Neuer Gegner',
    accept: 'Annehmen',
    decline: 'Ablehnen',
    cancel: 'Abbrechen',
    ask: {
      resign: { question: 'Diese Partie aufgeben?', yes: 'Ja, aufgeben' },
      abort: { question: 'Diese Partie abbrechen?', yes: 'Ja, abbrechen' },
      draw: { question: 'Remis anbieten?', yes: 'Ja, anbieten' },
    },
    offers: (name: string) => `${name} bietet Remis an.`,
    asksTakeback: (name: string) => `${name} möchte einen Zug zurücknehmen.`,
    acceptDraw: 'Remis annehmen',
    declineDraw: 'Remis ablehnen',
    acceptTakeback: 'Rücknahme annehmen',
    acceptRematch: 'Revanche annehmen',
    declineTakeback: 'Rücknahme ablehnen',
    proposeTakeback: 'Zug zurücknehmen',
    takebackProposed: 'Rücknahme vorgeschlagen',
    showOffer: 'Angebot zeigen',
    giveTime: 'Zeit schenken',
    more: 'Mehr',
    nextGame: 'Nächste Partie',
    rematchDeclined: (name: string) => `${name} hat die Revanche abgelehnt.`,
    news: (kind: 'draw_declined' | 'takeback_declined' | 'taken_back' | 'time_given', name: string, isYours: boolean): string => {
      switch (kind) {
        case 'draw_declined':
          return `${name} hat das Remis abgelehnt.`;
        case 'takeback_declined':
          return `${name} hat die Rücknahme abgelehnt.`;
        case 'taken_back':
          return isYours ? 'Dein Zug wurde zurückgenommen.' : `Der Zug von ${name} wurde zurückgenommen.`;
        case 'time_given':
          return isYours ? 'Du hast 15 Sekunden geschenkt.' : `${name} hat dir 15 Sekunden geschenkt.`;
      }
    },
    computerDeclines: 'Der Computer hat das Remis abgelehnt.',
    premoveDropped: (uci: string, why: string) => `Vorauszug ${uci.slice(0, 2)}–${uci.slice(2, 4)} verworfen: ${why}`,
    offered: 'Remis angeboten',
    cancelOffer: 'Zurückziehen',
    cancelRematch: 'Revanche zurückziehen',
    rematchAsked: (name: string) => `Du hast ${name} eine Revanche angeboten.`,
    rematchGone: (name: string) => `${name} ist gegangen. Dein Angebot steht noch.`,
    rematchInvites: (name: string) => `${name} möchte eine Revanche.`,
    rematchLeft: (name: string) => `${name} wollte eine Revanche, ist aber gegangen.`,
    rematchReady: 'Zur Revanche',
    promote: 'Umwandeln in',
    you: (color: Color) => `Du spielst ${sides[color]}`,
    watching: 'Du schaust zu',
    private: 'Privat',
    overTheBoard: 'Zu zweit, ein Bildschirm',
    watchers: (count: number, names: string[]) =>
      plural(count, { one: '# Zuschauer', other: '# Zuschauer' }) +
      (names.length > 0 ? `${names.length < count ? ', darunter ' : ': '}${list(names)}` : ''),
    rated: 'Gewertet',
    variants: { standard: 'Standard', chess960: 'Chess960' },
    fromPosition: 'Aus vorgegebener Stellung',
    share: 'Teilen',
    copyLink: 'Link kopieren',
    copyFen: 'FEN kopieren',
    copyPgn: 'PGN kopieren',
    copied: 'Kopiert',
    copyFailed: 'Kopiere diesen Text',
    report: (name: string) => `${name} melden`,
    downloadPgn: 'PGN herunterladen',
    details: 'Partie',
    chat: 'Chat',
    newMessages: (count: number) => plural(count, { one: '# neue Nachricht', other: '# neue Nachrichten' }),
  },

  seat: {
    waitingTitle: 'Warten auf deinen Freund',
    link: 'Link zur Partie',
    copy: 'Kopieren',
    qr: 'QR-Code des Links',
    howTo: 'Verschicke diesen Link. Die Partie beginnt, sobald dein Freund dazukommt.',
    ownBrowser: 'In diesem Browser hast du schon einen Platz. Um den Link selbst auszuprobieren, öffne ihn in einem privaten Fenster.',
    loopback: 'Dieser Link funktioniert nur auf diesem Computer: Der Server ist noch nicht für dein Netzwerk geöffnet.',
    lan: 'In deinem Netzwerk',
    joinTitle: (name: string) => `${name} lädt dich zu einer Partie ein`,
    joinAnyTitle: 'Du bist zu einer Partie eingeladen',
    joinTerms: (color: Color, time: string, rated: boolean) =>
      `Du spielst ${sides[color]}. ${time}.${rated ? ' Die Partie wird gewertet.' : ''}`,
    joinNeedsAccount: 'Diese Partie wird gewertet: Melde dich an oder registriere dich, um mitzuspielen.',
    join: 'Mitspielen',
  },

  link: {
    connecting: 'Verbindet',
    toGame: 'Verbindung zur Partie wird hergestellt …',
    online: 'Verbunden',
    lost: 'Verbindet neu',
    lostAsPlayer: 'Verbindung verloren, sie wird neu aufgebaut. Was du jetzt spielst, wird dann gesendet.',
    lostElse: 'Verbindung verloren, sie wird neu aufgebaut.',
  },

  status: {
    waiting: 'Warten auf einen Gegner.',
    yourMove: 'Du bist am Zug.',
    yourCheck: 'Du stehst im Schach.',
    yourClaim: (claim) =>
      claim === 'fifty_moves'
        ? 'Du bist am Zug. 50-Züge-Regel: Du kannst Remis reklamieren.'
        : 'Du bist am Zug. Dreimalige Stellungswiederholung: Du kannst Remis reklamieren.',
    yourMoveTitle: 'Du bist am Zug',
    firstMove: (name: string, isYours: boolean, ms: number) => {
      const left = clockFace(Math.max(ms, 10_000)).figures;
      return isYours ? `Du hast ${left} für deinen ersten Zug.` : `${name} hat ${left} für den ersten Zug.`;
    },
    toMove: (name: string) => `${name} ist am Zug.`,
    watching: (name: string) => `${name} ist am Zug. Du schaust zu.`,
    inCheck: (name: string) => `${name} steht im Schach.`,
    thinking: 'Der Computer denkt nach.',
    restarted: (name: string) => `Der Server war kurz weg. ${name} verliert dadurch keine Zeit.`,
    reviewing: (number: number, color: Color, san: string) => `Nach ${number}${color === 'white' ? '.' : '…'} ${san}.`,
    reviewingStart: 'Ausgangsstellung.',
    backToNow: 'Zurück zur Partie',
  },

  absence: {
    left: (name: string, claimIn: number | null) => {
      if (claimIn === null) return `${name} ist weg.`;
      if (claimIn === 0) return `${name} ist weg. Du kannst Sieg oder Remis reklamieren.`;
      return `${name} ist weg. In ${Math.ceil(claimIn / 5) * 5} s kannst du Sieg oder Remis reklamieren.`;
    },
    leftTitle: (name: string) => `${name} ist weg`,
    claimTitle: (name: string) => `${name} ist weg: jetzt reklamieren`,
    claimWin: 'Sieg reklamieren',
    claimDraw: 'Remis reklamieren',
  },

  lag: {
    title: 'Verbindung',
    columns: ['Mittel', 'Längste', 'Erstattet', 'Übrig'],
    span: (ms: number | null) => (ms === null ? '–' : ms < 1000 ? `${ms} ms` : `${number(ms / 1000, 1)} s`),
    hint: 'Vom Server gemessen. Zeit, die im Netz verloren geht, wird erstattet, solange noch etwas übrig ist.',
  },

  ending,

  ratingChanges: ({ white, black }: RatingChanges, you: Color | null, names: Record<Color, string>): string => {
    const change = (before: number, after: number) => (after < before ? `−${before - after}` : `+${after - before}`);
    const side = (color: Color) => {
      const { before, after, provisional } = color === 'white' ? white : black;
      return `${after}${provisional ? '?' : ''} (${change(before, after)})`;
    };
    return you ? `Deine Wertungszahl: ${side(you)}.` : `${names.white} ${side('white')}, ${names.black} ${side('black')}.`;
  },

  outcomeFor: (you: Color, result: GameResult, termination: Termination): string => {
    if (result === 'draw') return 'Remis';
    if (result === 'aborted') return termination === 'unknown' ? 'Unbeendete Partie' : 'Die Partie wurde abgebrochen';
    const isWon = result === (you === 'white' ? 'white_wins' : 'black_wins');
    const verb = isWon ? 'gewonnen' : 'verloren';
    if (termination === 'abandonment') return `Du hast ${verb}, weil ${isWon ? 'dein Gegner gegangen ist' : 'du gegangen bist'}`;
    const how: Partial<Record<Termination, string>> = {
      checkmate: 'durch Schachmatt ',
      resignation: 'durch Aufgabe ',
      arbiter_decision: 'durch Entscheidung des Schiedsrichters ',
      time_forfeit: 'auf Zeit ',
    };
    return `Du hast ${how[termination] ?? ''}${verb}`;
  },

  results: { white_wins: '1–0', black_wins: '0–1', draw: '½–½', aborted: '–' },

  announce: (color: Color, san: string, style: Speech = 'words'): string => `${sides[color]}: ${speak(san, style)}`,
};

function speak(san: string, style: Speech = 'words'): string {
  if (style === 'san') return san;
  return style === 'nato' ? nato(spoken(san)) : spoken(san);
}

const SPOKEN: Record<string, string> = { N: 'Springer', B: 'Läufer', R: 'Turm', Q: 'Dame', K: 'König' };

/** `Nxe5+` → "Springer schlägt e5, Schach". */
function spoken(san: string): string {
  const end = san.endsWith('#') ? ', matt' : san.endsWith('+') ? ', Schach' : '';
  const bare = san.replace(/[+#]$/, '');
  if (bare === 'O-O') return `kurze Rochade${end}`;
  if (bare === 'O-O-O') return `lange Rochade${end}`;
  const words = bare
    .replace(/=([NBRQ])$/, (_, letter: string) => ` Umwandlung in ${SPOKEN[letter] ?? letter}`)
    .replace(/^[NBRQK]/, (letter) => `${SPOKEN[letter] ?? letter} `)
    .replace('x', ' schlägt ');
  return words.replace(/\s+/g, ' ').trim() + end;
}
