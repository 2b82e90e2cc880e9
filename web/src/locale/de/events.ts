// SPDX-License-Identifier: AGPL-3.0-or-later
// The German texts of events.
import type { Side } from '../../platform/protocol';
import type { Parts } from '../dictionary';
import { forms } from '../forms';
import { arbiter } from './events/arbiter';
import { fees } from './events/fees';
import { journal } from './events/journal';
import { entrant } from './events/entrant';
import { memberList } from './events/memberList';
import { members } from './events/members';
import { more } from './events/more';
import { own } from './events/own';
import { refused } from './events/refused';
import { report } from './events/report';
import { sections } from './events/sections';
import { typed } from './events/typed';
import { venue } from './events/venue';
import { waits } from './events/waits';

const { number, plural, time } = forms('de');
const sides: Record<Side, string> = { white: 'Weiß', black: 'Schwarz' };

const events: Parts['events'] = {
  title: 'Turniere',
  newEvent: 'Neues Turnier',
  logInToJoin: 'Anmelden und mitspielen',
  logInFirst: 'Melde dich als Organisator an, um Turniere anzulegen.',
  all: 'Alle Turniere',
  past: 'Frühere Turniere',
  site: 'Webseite dieses Turniers',
  calendar: 'Kalender abonnieren',
  needsFactor: 'Richte die Zwei-Faktor-Anmeldung ein, um Turniere zu leiten',
  noneYet: 'Gerade gibt es keine Turniere. Veranstalter legen sie hier an.',
  noneYetForStaff: 'Gerade gibt es keine Turniere. Lege das erste an.',
  unknown: 'Kein solches Turnier',
  unknownHint: 'Unter dieser Adresse gibt es kein Turnier.',
  ghost: 'Geschlossenes Konto',
  stages: { announced: 'noch nicht begonnen', running: 'läuft', finished: 'beendet', cancelled: 'abgesagt' },
  kinds: { swiss: 'Schweizer System', round_robin: 'Rundenturnier', double_round_robin: 'Doppelrundig', knock_out: 'K.-o.-System', keizer: 'Keizer-System', arena: 'Arena', team_match: 'Mannschaftskampf' },
  format: (format) => {
    if (format.kind === 'swiss') return `Schweizer System, ${plural(format.rounds, { one: '# Runde', other: '# Runden' })}`;
    if (format.kind === 'arena') return `Arena, ${plural(format.minutes, { one: '# Minute', other: '# Minuten' })}`;
    if (format.kind === 'keizer') return `Keizer-System, ${plural(format.rounds, { one: '# Runde', other: '# Runden' })}`;
    if (format.kind === 'team_match') return format.everyone ? 'Mannschaftskampf, jeder gegen jeden' : 'Mannschaftskampf';
    if (format.kind === 'knock_out') return 'K.-o.-System';
    return format.cycles === 2 ? 'Doppelrundiges Rundenturnier' : 'Rundenturnier';
  },
  players: (count) => plural(count, { one: '# Spieler', other: '# Spieler' }),
  roundOf: (round, rounds) => (rounds > 0 ? `Runde ${round} von ${rounds}` : `Runde ${round}`),
  round: (round) => `Runde ${round}`,
  roundAndBoard: (round, board) => `, Runde ${round}, Brett ${board}`,
  roundLabel: 'Runde',
  draft: 'Entwurf',
  name: 'Name',
  formatLabel: 'Turnierform',
  rounds: 'Runden',
  minutes: 'Minuten',
  seconds: 'Sekunden pro Zug',
  overTheBoard: 'Am Brett',
  overTheBoardHint: 'Ergebnisse werden von Hand eingetragen, und Spieler brauchen kein Konto.',
  rated: 'Gewertet',
  open: 'Spieler können selbst beitreten',
  openHint: 'Sonst tragen nur Veranstalter Spieler ein.',
  arena: {
    duration: 'Dauer in Minuten',
    start: 'Arena starten',
    finish: 'Arena jetzt beenden',
    ends: (at) => `Endet um ${time(at)}`,
    running: (count) => plural(count, { one: '# Partie läuft', other: '# Partien laufen' }),
    waiting: 'Du wartest auf deine nächste Partie. Sie beginnt von selbst.',
    toGame: 'Zu deiner Partie',
    berserk: 'Berserk',
    berserkHint: 'Halbe Bedenkzeit und kein Inkrement. Ein Sieg in mindestens sieben Zügen bringt einen Punkt mehr.',
    allowBerserk: 'Berserk ist erlaubt',
    allowBerserkHint: 'Halbe Bedenkzeit und kein Inkrement für einen Punkt mehr.',
    games: (name) => `Partien von ${name}`,
    noGames: 'Noch keine Partien.',
    plays: 'läuft',
    profile: 'Profil',
    void: 'zählt nicht',
  },
  teams: {
    first: 'Erste Mannschaft',
    second: 'Zweite Mannschaft',
    team: 'Mannschaft',
    boards: 'Bretter (0: alle Spieler)',
    games: 'Partien je Paarung, mit wechselnden Farben',
    everyone: 'Jeder gegen jeden',
    everyoneHint: 'Scheveninger System: Jeder der einen Mannschaft spielt gegen jeden der anderen.',
    score: 'Mannschaftsergebnis',
    join: (team) => `Für ${team} mitspielen`,
    change: (team) => `Zu ${team} wechseln`,
    substitute: 'Ersatz',
    without: 'Ohne Mannschaft',
    up: (name) => `${name} ein Brett nach oben setzen`,
    moves: (name, team) => `${name} zu ${team} setzen`,
    noOpponent: 'kein Gegner',
    uneven: (team, players, boards) => `${team} hat ${plural(players, { one: '# Spieler', other: '# Spieler' })} für ${plural(boards, { one: '# Brett', other: '# Bretter' })}. Leere Bretter gehen kampflos verloren.`,
  },
  beside: 'Neben dem Turnier',
  topGame: 'Spitzenpartie',
  chat: 'Chat',
  programme: {
    title: 'Programm',
    start: 'Beginn',
    round: (number) => `Runde ${number}`,
    rounds: (first, last) => `Runden ${first}–${last}`,
    paired: 'Ausgelost',
    played: 'Gespielt',
    allPlayed: 'Gespielt',
    running: 'Läuft',
    pause: 'Zwischen den Runden',
    minutes: (count) => plural(count, { one: '# Minute', other: '# Minuten' }),
    seconds: (count) => plural(count, { one: '# Sekunde', other: '# Sekunden' }),
    defaultTime: 'Wartezeit',
    edit: 'Programm bearbeiten',
  },
  series: {
    title: 'Serien',
    repeats: 'Wiederholung',
    every: { once: 'Keine', day: 'Jeden Tag', week: 'Jede Woche' },
    day: 'Tag',
    days: ['Montag', 'Dienstag', 'Mittwoch', 'Donnerstag', 'Freitag', 'Samstag', 'Sonntag'],
    clock: 'Uhrzeit',
    hint: 'Der Server legt jedes Turnier im Voraus an. Wer beim letzten gespielt hat, wird erinnert.',
    time: (hour, minute) => time(new Date(2026, 0, 1, hour, minute).getTime()),
    daily: (clock) => `Jeden Tag um ${clock}`,
    weekly: (day, clock) => `Jeden ${day} um ${clock}`,
    next: (when) => `Nächstes: ${when}`,
    stop: 'Serie beenden',
    stops: 'Es werden keine Turniere mehr angelegt. Turniere ohne Teilnehmer werden abgesagt.',
    rests: 'Vorerst keine neuen Turniere: Der Eigentümer darf hier keine mehr anlegen.',
  },
  keizer: {
    title: 'Keizer-System',
    hint: 'Ein Sieg bringt den Wert des Gegners. Die vier Anteile sind Prozent vom eigenen Wert.',
    fields: {
      top: 'Wert des ersten Platzes (0: 1½ × Spielerzahl)',
      step: 'Abstand der Werte von Platz zu Platz',
      excused: 'Entschuldigt gefehlt (%)',
      unexcused: 'Unentschuldigt gefehlt (%)',
      club_duty: 'Einsatz für den Verein (%)',
      bye: 'Spielfrei (%)',
      rounds_between: 'Runden bis zur erneuten Begegnung',
    },
  },
  create: 'Turnier anlegen',
  join: 'Mitspielen',
  withdraw: 'Aussteigen',
  rejoin: 'Wieder einsteigen',
  pause: 'Pausieren',
  shown: 'Ansicht',
  standings: 'Tabelle',
  startingList: 'Startliste',
  pairings: 'Paarungen',
  crosstable: 'Kreuztabelle',
  organiser: 'Veranstalter',
  pairNext: 'Nächste Runde auslosen',
  pairing: (paired, players, seconds) => (players > 0 ? `Auslosung: ${number(paired)} von ${number(players)}` : `Auslosung … ${seconds} s`),
  publish: 'Veröffentlichen',
  undoPairing: 'Auslosung verwerfen',
  startRound: 'Runde starten',
  takeBack: 'Zurückziehen',
  reason: 'Grund',
  takeBackRound: (round) => `Runde ${round} zurückziehen`,
  roundWithdrawn: (reason) => `Die Paarungen wurden zurückgezogen: ${reason}`,
  draftDiscarded: 'Damit ist auch der Entwurf der nächsten Runde verworfen. Paare sie neu.',
  arbiter,
  category: 'Kategorie',
  allPlayers: 'Alle Spieler',
  fees,
  report,
  journal,
  entrant,
  memberList,
  members,
  more,
  own,
  refused,
  sections,
  typed,
  venue,
  waits,
  change: {
    title: 'Turnier ändern',
    save: 'Änderungen speichern',
    discards: 'Der Entwurf der ersten Runde wird verworfen.',
  },
  cancel: {
    title: 'Turnier absagen',
    hint: 'Alle Teilnehmer lesen den Grund auf dieser Seite. Das lässt sich nicht rückgängig machen.',
    now: 'Dieses Turnier absagen',
    because: (reason, isEmpty) => (reason === '' ? (isEmpty ? 'Dieses Turnier ist abgesagt: Niemand war angemeldet.' : 'Dieses Turnier ist abgesagt.') : `Dieses Turnier ist abgesagt: ${reason}`),
    remove: 'Turnier löschen',
    removeHint: 'Niemand ist angemeldet. Das Turnier verschwindet aus der Liste.',
    removeNow: 'Dieses Turnier löschen',
  },
  helpers: 'Helfer',
  helpersHint: 'Helfer können auslosen, veröffentlichen, Runden starten und Ergebnisse eintragen.',
  helper: 'Name des Helfers',
  removeHelper: (name) => `${name} entfernen`,
  enterResult: 'Ergebnis eintragen',
  playLater: 'Später spielen',
  playAgain: 'Noch einmal spielen',
  podium: 'Siegerpodest',
  you: 'Du',
  compare: 'mit mir vergleichen',
  compareRow: 'vergleichen',
  compareWith: (name) => `${name}: Tippe zum Vergleich auf die Punkte eines anderen Spielers.`,
  whyAboveMe: (name) => `Warum stehe ich hinter ${name}?`,
  whyBelowMe: (name) => `Warum stehe ich vor ${name}?`,
  whyBelow: (one, other) => `Warum steht ${one} hinter ${other}?`,
  whyAbove: (one, other) => `Warum steht ${one} vor ${other}?`,
  lastDecides: 'Die letzte Zeile entscheidet.',
  nothingDecides: 'Nichts trennt euch: Ihr teilt euch den Platz.',
  nothingBetween: 'Nichts trennt die beiden: Sie teilen sich den Platz.',
  working: {
    open: (what) => `${what}: Rechnung zeigen`,
    round: 'Runde',
    theirs: 'Punkte des Gegners',
    own: 'Punkte',
    adds: 'Zählt',
    cut: 'gestrichen',
    value: 'Wert',
    noOpponent: 'kein Gegner',
    none: 'Hier gibt es nichts zu rechnen.',
    direct: 'Entscheidet hier nichts: Die Punktgleichen haben nicht alle gegeneinander gespielt oder untereinander gleich viele Punkte.',
    dummy: 'In einer Runde ohne Partie steht ein gedachter Gegner für den Gegner (C.07, Artikel 16.4).',
  },
  hold: 'Nicht von selbst beginnen',
  timetable: 'Zeitplan',
  startsAt: 'Beginn des Turniers',
  byThemselves: 'Runden beginnen von selbst',
  byThemselvesHint: 'Die erste mit dem Turnier, die weiteren, sobald alle Partien beendet sind.',
  pauseMinutes: 'Minuten zwischen den Runden',
  nextRoundAt: 'Beginn der nächsten Runde',
  set: 'Festlegen',
  save: 'Speichern',
  nextRound: 'Nächste Runde',
  beginsIn: (round, clock) => (round === 0 ? `Beginnt in ${clock}` : `Runde ${round} beginnt in ${clock}`),
  beginsAt: (round, when) => (round === 0 ? `Beginnt am ${when}` : `Runde ${round} beginnt am ${when}`),
  beginsNow: (round) => (round === 0 ? 'Beginnt gleich' : `Runde ${round} beginnt gleich`),
  draftHint: 'Nur Veranstalter sehen diesen Entwurf.',
  waitsForResults: 'Die nächste Runde kann ausgelost werden, sobald alle Ergebnisse da sind.',
  lastRound: 'Das ist die letzte Runde. Das Turnier endet, sobald alle Ergebnisse da sind.',
  allRoundsPlayed: 'Alle Runden sind gespielt. Das Turnier endet, sobald die verlegten Partien Ergebnisse haben.',
  addPlayer: 'Spieler hinzufügen',
  rating: 'Wertung',
  add: 'Hinzufügen',
  notAdded: (name, why) => `${name} wurde nicht hinzugefügt. ${why}`,
  noPlayers: 'Noch keine Spieler.',
  noRounds: 'Die erste Runde ist noch nicht ausgelost.',
  rank: 'Platz',
  player: 'Spieler',
  points: 'Punkte',
  tieBreaksTitle: 'Feinwertungen',
  tieBreaks: {
    DE: 'Direkter Vergleich',
    'BH/C1': 'Buchholz mit einem Streichergebnis',
    BH: 'Buchholz',
    SB: 'Sonneborn-Berger',
    KS: 'Koya',
    'BH/C2': 'Buchholz mit zwei Streichergebnissen',
    'BH/M1': 'Mittlere Buchholz',
    FB: 'Fore-Buchholz',
    'FB/C1': 'Fore-Buchholz mit einem Streichergebnis',
    AOB: 'Durchschnittliche Buchholz der Gegner',
    'SB/C1': 'Sonneborn-Berger mit einem Streichergebnis',
    WIN: 'Siege',
    WON: 'Am Brett gewonnene Partien',
    BPG: 'Partien mit Schwarz',
    BWG: 'Siege mit Schwarz',
    PS: 'Fortschrittswertung',
    'PS/C1': 'Fortschrittswertung ohne die erste Runde',
    REP: 'Gespielte Runden',
    STD: 'Standardpunkte',
    ARO: 'Gegnerschnitt',
    'ARO/C1': 'Gegnerschnitt ohne die niedrigste Wertung',
    PTP: 'Perfekte Performance',
    APRO: 'Durchschnittliche Performance der Gegner',
    APPO: 'Durchschnittliche perfekte Performance der Gegner',
    RTNG: 'Wertung',
    TPN: 'Startnummer',
    VALUE: 'Wert',
    TPR: 'Performance',
    GAMES: 'Partien',
    BERSERK: 'Berserk-Partien',
  },
  cells: '12w1: mit Weiß gegen Nummer 12 gewonnen. = ist ein Remis, + und − sind kampflos, ½ ist ein halber Punkt spielfrei.',
  resultOf: (board) => `Ergebnis an Brett ${board}`,
  playing: 'läuft',
  later: 'später',
  bye: 'spielfrei',
  whyThis: 'Warum dieser Gegner?',
  whyBye: 'Warum spielfrei?',
  why: {
    later: 'Die Gründe werden noch berechnet. Schau gleich noch einmal nach.',
    table: (player, number, opponent, other) =>
      opponent === null
        ? `${player} hat die Nummer ${number}; die Berger-Tabelle hat in dieser Runde keinen Gegner.`
        : `${player} hat in der Berger-Tabelle die Nummer ${number}, ${opponent} die Nummer ${other}.`,
    team: {
      board: (player, opponent, board) => `${player} und ${opponent} sitzen beide am Brett ${board} ihrer Mannschaft.`,
      everyone: (player, board, team, opponent, theirs, other) => `Jeder spielt gegen jeden: ${player} ist Nummer ${board} von ${team}, ${opponent} Nummer ${theirs} von ${other}.`,
      alone: (player, board, other) => `${player} sitzt am Brett ${board}, und ${other} hat dort niemanden. Das Brett ist kampflos gewonnen.`,
      colour: (player, side) => `${player} hat ${sides[side]}.`,
      colours: (first) => `${first} hat in der ersten Runde an den ungeraden Brettern Weiß; jede Runde werden die Farben getauscht.`,
      coloursOfAll: (first) => `${first} hat Weiß, wenn die Summe der beiden Nummern gerade ist; beim zweiten Mal ist es umgekehrt.`,
    },
    bracket: (player, seed, opponent, other) =>
      opponent === null
        ? `${player} (Setzplatz ${seed}) hat in dieser Runde keinen Gegner und kommt weiter.`
        : `${player} (Setzplatz ${seed}) und ${opponent} (Setzplatz ${other}) stehen im Turnierbaum nebeneinander.`,
    bye: (player, points) => `${player} (${points}) ist spielfrei.`,
    same: (player, opponent, points) => `${player} und ${opponent} haben beide ${points === '1' ? '1 Punkt' : `${points} Punkte`}.`,
    down: (player, points, opponent, other) =>
      `${player} (${points}) wird zu ${opponent} (${other}) heruntergelost: Mit ${points} konnten nicht alle gepaart werden.`,
    up: (player, points, opponent, other) => `${player} (${points}) trifft auf ${opponent} (${other}), der heruntergelost wird.`,
    colour: (player, side, wanted, wish) => {
      if (wanted === null || wish === 'none') return `${player} hat ${sides[side]}; keine Farbe war fällig.`;
      const due = { mild: 'war fällig', strong: 'war dringend fällig', absolute: 'war zwingend fällig' }[wish];
      return `${player} hat ${sides[side]}; ${sides[wanted]} ${due}.`;
    },
    keizer: {
      meets: (player, place, value, opponent, theirs, worth) =>
        `${player} (Platz ${place}, Wert ${value}) trifft auf ${opponent} (Platz ${theirs}, Wert ${worth}). Ein Sieg bringt ${worth}, ein Remis die Hälfte.`,
      leftOver: (player, place, value) => `${player} (Platz ${place}, Wert ${value}) ist spielfrei.`,
      colour: (player, side) => `${player} hat ${sides[side]}.`,
      colours: {
        fewer_whites: 'Weiß hat, wer es seltener hatte.',
        alternate: 'Die Farben wechseln.',
        board: 'Nichts unterscheidet die beiden, darum wechseln die Farben von Brett zu Brett.',
      },
      passed: (nearer, because) => `${nearer} steht in der Liste näher, aber ${because}.`,
    },
    colours: {
      both_wishes: 'Beide haben die fällige Farbe (5.2.1).',
      stronger: 'Der stärkere Anspruch hat über die Farben entschieden (5.2.2).',
      alternate: 'Die Farben wechseln gegenüber der letzten Runde, in der beide verschiedene hatten (5.2.3).',
      higher_ranked: 'Der Anspruch des höher Gesetzten hat über die Farben entschieden (5.2.4).',
      number: 'Die Startnummer des höher Gesetzten hat über die Farben entschieden (5.2.5).',
    },
    opponent: {
      first: 'Dieser Gegner kommt in der Reihenfolge der Auslosung zuerst (Artikel 3.3).',
      left_over: 'Die Reihenfolge der Auslosung lässt diesen Spieler übrig, und die anderen Paare haben Platz gemacht (Artikel 3.3).',
      bye: 'Spielfrei ist die niedrigste Punktzahl, die es sein darf, solange alle anderen gepaart werden können (C2, C5).',
    },
    notFirst: (first, because) => `${first} käme in der Reihenfolge zuerst, aber ${because}.`,
    not: (because) => {
      switch (because.kind) {
        case 'met':
          return `die beiden haben in Runde ${because.round} schon gespielt (C1)`;
        case 'same_colour':
          return `beide müssen ${sides[because.side]} haben (C3)`;
        case 'forbidden':
          return 'der Veranstalter hält sie auseinander';
        case 'absent':
          return 'dieser Spieler setzt in dieser Runde aus';
        case 'no_completion':
          return 'dann könnten nicht alle anderen gepaart werden (C4)';
        case 'had_bye':
          return 'es gab schon ein Freilos oder einen kampflosen Sieg (C2)';
        case 'no_bye':
          return 'die Zahl der Spieler ist gerade';
        case 'worse':
          return `das Kriterium ${because.criterion} wäre schlechter erfüllt`;
        case 'later':
          return 'mit dieser Paarung wäre die Runde als Ganzes nicht besser und käme in der Reihenfolge später (Artikel 4)';
      }
    },
  },
};
export default events;
