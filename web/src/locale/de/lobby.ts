// SPDX-License-Identifier: AGPL-3.0-or-later
// The German texts of the lobby and of challenges.
import type { ChallengeEnd, ChallengeView, ColorChoice, DeclineReason, PlayerView, SeekView } from '../../platform/protocol';
import type { Parts } from '../dictionary';
import texts from './index';
import { forms } from '../forms';

const { number, plural } = forms('de');

const name = (player: PlayerView): string => texts.player.name(player);
const weight = (rated: boolean): string => (rated ? 'gewertet' : 'ungewertet');

const reasons: Record<DeclineReason, string> = {
  none: 'Kein Grund',
  later: 'Jetzt nicht',
  too_fast: 'Zu schnell für mich',
  too_slow: 'Zu langsam für mich',
  rated: 'Nur gewertete Partien',
  casual: 'Nur ungewertete Partien',
  standard: 'Nur normales Schach',
};

function colour(color: ColorChoice, yours: boolean): string {
  if (color === 'random') return 'Farbe gelost';
  return (color === 'white') !== yours ? 'du spielst Weiß' : 'du spielst Schwarz';
}

const challenge: Parts['lobby']['challenge'] = {
  short: 'Herausfordern',
  invite: 'Einladen',
  byLink: 'Mit Link',
  byName: 'Mit Namen',
  noName: 'Gib den Namen des Spielers an.',
  name: 'Name',
  to: (player: string) => `${player} herausfordern`,
  changeTitle: (player: string) => `Andere Bedingungen für ${player}`,
  send: 'Herausforderung senden',
  propose: 'Vorschlagen',
  title: (challenge: ChallengeView) =>
    challenge.yours ? `Herausforderung von ${name(challenge.from)}` : `Herausforderung an ${name(challenge.to)}`,
  challengesYou: 'fordert dich heraus',
  waitsFor: 'Warten auf',
  terms: ({ terms, yours }: ChallengeView): string => {
    const facts = [texts.time.control(terms.time), weight(terms.rated)];
    if (terms.start.kind === 'chess960') facts.push('Chess960');
    if (terms.start.kind === 'fen') facts.push('aus einer Stellung');
    if (terms.private) facts.push('privat');
    facts.push(colour(terms.color, yours));
    return facts.join(' · ');
  },
  change: 'Andere Bedingungen',
  takeBack: 'Zurücknehmen',
  back: 'Zurück',
  reason: 'Warum?',
  reasons,
  began: (opponent: string) => `Deine Partie mit ${opponent} hat begonnen.`,
  toGame: 'Zur Partie',
  close: 'Schließen',
  ended: (challenge: ChallengeView, ended: ChallengeEnd): string => {
    const other = name(challenge.yours ? challenge.from : challenge.to);
    switch (ended.how) {
      case 'declined':
        return ended.reason === 'none' ? `${other} lehnt ab.` : `${other} lehnt ab: ${reasons[ended.reason]}.`;
      case 'cancelled':
        return `${other} hat die Herausforderung zurückgenommen.`;
      case 'expired':
        return `Die Herausforderung mit ${other} ist abgelaufen.`;
      case 'accepted':
        return `${other} nimmt an.`;
    }
  },
};

const lobby: Parts['lobby'] = {
  setup: {
    level: 'Stufe',
    levelHint: (elo: number | null) => (elo === null ? '' : `Etwa ${elo} Elo unter Programmen.`),
    time: 'Bedenkzeit',
    unlimited: 'Ohne Uhr',
    timeHint: 'Minuten für die Partie + Sekunden für jeden Zug.',
    minutes: 'Minuten',
    days: 'Tage',
    daysAMove: 'Tage für jeden Zug',
    daysHint: 'Fernschach: 1 bis 14 Tage für jeden Zug.',
    bonus: 'Je Zug',
    bonuses: { increment: 'Zuschlag', delay: 'Verzögerung', bronstein: 'Bronstein' },
    bonusHints: {
      increment: 'Jeder Zug bringt die Sekunden dazu.',
      delay: 'Die Uhr wartet so viele Sekunden, bevor sie läuft.',
      bronstein: 'Jeder Zug gibt zurück, was er gebraucht hat, höchstens so viele Sekunden.',
    },
    seconds: { increment: 'Sekunden je Zug', delay: 'Sekunden Verzögerung', bronstein: 'Sekunden zurück' },
    odds: 'Zeitvorgabe: jede Seite mit eigener Uhr',
    ofSide: (side: string | null, what: string) => (side ? `${side}: ${what}` : what),
    color: 'Deine Farbe',
    random: 'Zufall',
    ratedHint: 'Die Partie zählt für die Wertungszahlen beider Spieler.',
    notRated: 'Gewertet werden nur Partien mit Uhr und aus einer üblichen Anfangsstellung.',
    notPrivate: 'Gewertete Partien kann jeder sehen.',
    start: 'Anfangsstellung',
    standard: 'Standard',
    chess960: 'Chess960',
    chess960Hint: 'Eine von 960 gemischten Grundreihen.',
    fen: 'FEN',
    fenLabel: 'Stellung als FEN',
    create: 'Partie erstellen',
    badDays: 'Wähle 1 bis 14 Tage.',
    badTime: 'Wähle 0 bis 180 Minuten und 0 bis 180 Sekunden je Zug, aber nicht 0 und 0.',
    noFen: 'Füge eine Stellung als FEN ein oder wähle eine andere Anfangsstellung.',
    failed: 'Die Partie konnte nicht erstellt werden. Versuche es noch einmal.',
  },

  levels: {
    names: [
      'weiß, wie die Figuren ziehen',
      'spielt die ersten Partien',
      'spielt ab und zu',
      'spielt zu Hause',
      'spielt zum Spaß',
      'spielt oft',
      'hat ein Buch gelesen',
      'spielt im Verein',
      'spielt gut im Verein',
      'Experte',
      'Meister',
      'Großmeister',
      'stärker als jeder Mensch',
      'viel stärker als jeder Mensch',
      'volle Stärke',
    ],
    misses: [
      'Lässt Figuren stehen, wo sie geschlagen werden, und sieht selten, was es schlagen könnte.',
      'Sieht einen Angriff jedes zweite Mal und nie deine Antwort.',
      'Sieht, was gerade hängt, aber nicht deine Antwort.',
      'Denkt einen Zug weit und übersieht jeden vierten Zug.',
      'Übersieht lange Züge, Rückzüge und Matts.',
      'Übersieht Drohungen, die zwei Züge brauchen.',
      'Übersieht stille Züge mitten in einer Kombination.',
      'Schätzt viele Stellungen falsch ein und übersieht manchen stillen Zug.',
      'Irrt sich um einen Sechstelbauern darin, wer besser steht.',
      'Übersieht selten etwas; rechnet wenige Züge weit.',
      'Übersieht lange Kombinationen.',
      'Übersieht sehr lange Kombinationen.',
      'Übersieht, was nur eine tiefe Suche zeigt.',
      'Übersieht kaum etwas.',
      'Übersieht nichts, wofür die Zeit reicht.',
    ],
  },

  challenge,
  notices: 'Herausforderungen und Suchen',
  speeds: { bullet: 'Bullet', blitz: 'Blitz', rapid: 'Schnellschach', classical: 'Klassisch' },
  customHint: 'eigene Zeit, Farbe oder Wertungsspanne',
  ratedHint: 'Die Partie zählt für die Wertungszahlen beider Spieler.',
  hint: 'Drücke eine Zeit. Die Partie beginnt, sobald jemand dasselbe möchte.',
  searching: (time: string, rated: boolean) => `Gegner wird gesucht: ${time}, ${weight(rated)}`,
  offer: (player: string, time: string) => `${player} wartet auf eine ungewertete Partie, ${time}.`,
  playCasual: 'Ungewertet spielen',
  cancel: 'Abbrechen',
  open: 'Warten auf einen Gegner',
  followed: 'Leute, denen du folgst',
  plays: 'spielt gerade',
  watch: (player: string) => `Die Partie von ${player} ansehen`,
  first: 'Du bist der Erste. Wer als Nächstes kommt, spielt gegen dich.',
  firstOfClass: 'Du wartest auf deine Klasse und auf Spieler, denen du folgst.',
  /** Why somebody else’s search can’t be taken. */
  obstacles: {
    account: 'Melde dich an, um gewertet zu spielen.',
    protected: 'Du spielst mit deiner Klasse und mit Spielern, denen du folgst.',
    apart: 'Mit einigen dieser Spieler kannst du nicht spielen.',
  },
  waiting: (count: number) => (count === 0 ? 'Niemand wartet.' : plural(count, { one: '# Spieler wartet', other: '# Spieler warten' })),
  nobody: 'Gerade wartet niemand. Drücke eine Zeit und sei der Erste.',
  more: (count: number) => `und ${count} weitere`,
  facts: (seek: SeekView): string => {
    const facts = [texts.time.control(seek.time), weight(seek.rated)];
    if (seek.chess960) facts.push('Chess960');
    if (seek.color) facts.push(`spielt ${texts.sides[seek.color]}`);
    if (seek.range) facts.push(`${seek.range.low}–${seek.range.high}`);
    return facts.join(' · ');
  },
  play: (player: string, facts: string) => `Gegen ${player} spielen, ${facts}`,
  playShort: 'Spielen',
  search: 'Suchen',
  range: 'Wertungszahl des Gegners',
  from: 'Von',
  to: 'Bis',
  badRange: 'Gib beide Wertungszahlen an, die niedrigere zuerst, oder keine.',
  ended: {
    cancelled: '',
    elsewhere: 'Du suchst jetzt in einem anderen Tab.',
    asleep: 'Dieser Tab hat geschlafen, deshalb endete die Suche. Drücke eine Zeit, um neu zu suchen.',
  },
  card: {
    yourMove: 'Du bist am Zug',
    theirMove: 'Gegner am Zug',
    waiting: 'Wartet',
    nobody: 'Noch kein Gegner',
    won: 'Gewonnen',
    lost: 'Verloren',
    draw: 'Remis',
    aborted: 'Abgebrochen',
    unfinished: 'Ohne Ergebnis',
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
      unknown: 'Ende nicht bekannt',
    },
    left: (face: string) => `noch ${face}`,
  },
  home: {
    title: 'Ein ruhiger Ort zum Schachspielen.',
    friend: 'Freund einladen',
    friendHint: 'Link verschicken',
    computer: 'Gegen den Computer',
    computerHint: 'Spielstärke wählen',
    find: 'Gegner finden',
    findHint: 'Jetzt gleich spielen',
    games: 'Deine Partien',
    noGames: 'Noch keine Partien. Beginne eine.',
    overTheBoard: 'An einem Brett',
    editor: 'Brett-Editor',
    import: 'Partie importieren',
    gamesFailed: 'Deine Partien lassen sich gerade nicht laden. Lade die Seite neu, um es noch einmal zu versuchen.',
    more: (count: number) => `${number(count)} weitere zeigen`,
  },
};

export default lobby;
