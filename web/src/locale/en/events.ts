// SPDX-License-Identifier: AGPL-3.0-or-later
// The English texts of events.
import type { ColourReason, EventFormatView, EventStageView, KeizerColour, NotPaired, OpponentReason, Side, Wish } from '../../platform/protocol';
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

const { number, plural, time } = forms('en-GB');
const sides: Record<Side, string> = { white: 'White', black: 'Black' };

export const events = {
  title: 'Events',
  newEvent: 'New event',
  logInToJoin: 'Log in to join',
  logInFirst: 'Log in as an organiser to create events.',
  all: 'All events',
  past: 'Past events',
  site: 'Web page of this event',
  calendar: 'Subscribe to the calendar',
  needsFactor: 'Set up two-factor login to run events',
  noneYet: 'No events at the moment. Organisers create them here.',
  noneYetForStaff: 'No events at the moment. Create the first one.',
  unknown: 'No such event',
  unknownHint: 'There’s no event at this address.',
  ghost: 'Closed account',
  stages: { announced: 'not started', running: 'running', finished: 'finished', cancelled: 'cancelled' } satisfies Record<EventStageView, string>,
  kinds: { swiss: 'Swiss', round_robin: 'Round robin', double_round_robin: 'Double round robin', knock_out: 'Knockout', keizer: 'Keizer', arena: 'Arena', team_match: 'Team match' },
  format: (format: EventFormatView): string => {
    if (format.kind === 'swiss') return `Swiss, ${plural(format.rounds, { one: '# round', other: '# rounds' })}`;
    if (format.kind === 'arena') return `Arena, ${plural(format.minutes, { one: '# minute', other: '# minutes' })}`;
    if (format.kind === 'keizer') return `Keizer, ${plural(format.rounds, { one: '# round', other: '# rounds' })}`;
    if (format.kind === 'team_match') return format.everyone ? 'Team match, everyone against everyone' : 'Team match';
    if (format.kind === 'knock_out') return 'Knockout';
    return format.cycles === 2 ? 'Double round robin' : 'Round robin';
  },
  players: (count: number) => plural(count, { one: '# player', other: '# players' }),
  roundOf: (round: number, rounds: number) => (rounds > 0 ? `round ${round} of ${rounds}` : `round ${round}`),
  round: (round: number) => `Round ${round}`,
  /** Behind the name of the event, where a game is played. */
  roundAndBoard: (round: number, board: number) => `, round ${round}, board ${board}`,
  roundLabel: 'Round',
  draft: 'draft',
  name: 'Name',
  formatLabel: 'Format',
  rounds: 'Rounds',
  minutes: 'Minutes',
  seconds: 'Seconds per move',
  overTheBoard: 'Over the board',
  overTheBoardHint: 'Results are entered by hand, and players need no account.',
  rated: 'Rated',
  open: 'Players can join by themselves',
  openHint: 'Otherwise only organisers add players.',
  arena: {
    duration: 'Duration in minutes',
    start: 'Start arena',
    finish: 'End arena now',
    ends: (at: number) => `Ends at ${time(at)}`,
    running: (count: number) => plural(count, { one: '# game running', other: '# games running' }),
    waiting: 'You’re waiting for your next game. It begins by itself.',
    toGame: 'To your game',
    berserk: 'Berserk',
    berserkHint: 'Half your time, and no increment. A win of at least seven moves scores one point more.',
    allowBerserk: 'Players may go berserk',
    allowBerserkHint: 'Half their time, and no increment, for one point more.',
    games: (name: string) => `Games of ${name}`,
    noGames: 'No games yet.',
    plays: 'playing',
    profile: 'Profile',
    void: 'doesn’t count',
  },
  teams: {
    first: 'First team',
    second: 'Second team',
    team: 'Team',
    boards: 'Boards (0: all players)',
    games: 'Games per pair, colours alternating',
    everyone: 'Everyone meets everyone',
    everyoneHint: 'Scheveningen: each player of one team plays each player of the other.',
    score: 'Match score',
    join: (team: string) => `Join ${team}`,
    change: (team: string) => `Switch to ${team}`,
    substitute: 'Substitute',
    without: 'Without a team',
    up: (name: string) => `Move ${name} up one board`,
    moves: (name: string, team: string) => `Move ${name} to ${team}`,
    noOpponent: 'no opponent',
    uneven: (team: string, players: number, boards: number) =>
      `${team} has ${plural(players, { one: '# player', other: '# players' })} for ${plural(boards, { one: '# board', other: '# boards' })}. Empty boards are lost by forfeit.`,
  },
  beside: 'Beside the event',
  topGame: 'Top game',
  chat: 'Chat',
  programme: {
    title: 'Programme',
    start: 'Start',
    round: (number: number) => `Round ${number}`,
    rounds: (first: number, last: number) => `Rounds ${first}–${last}`,
    paired: 'Paired',
    played: 'Played',
    allPlayed: 'Played',
    running: 'Being played',
    pause: 'Between rounds',
    minutes: (count: number) => plural(count, { one: '# minute', other: '# minutes' }),
    seconds: (count: number) => plural(count, { one: '# second', other: '# seconds' }),
    defaultTime: 'Default time',
    edit: 'Edit programme',
  },
  series: {
    title: 'Series',
    repeats: 'Repeats',
    every: { once: 'No', day: 'Every day', week: 'Every week' },
    day: 'Day',
    days: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
    clock: 'Time',
    hint: 'The server creates each event ahead of time. Players of the last one get a reminder.',
    time: (hour: number, minute: number) => time(new Date(2026, 0, 1, hour, minute).getTime()),
    daily: (clock: string) => `Every day at ${clock}`,
    weekly: (day: string, clock: string) => `Every ${day} at ${clock}`,
    next: (when: string) => `Next: ${when}`,
    stop: 'Stop series',
    stops: 'No more events are created. Events without players are cancelled.',
    rests: 'No new events for now: the owner can’t create events here any more.',
  },
  keizer: {
    title: 'Keizer',
    hint: 'A win scores the opponent’s value. The four shares are per cent of the player’s own value.',
    fields: {
      top: 'Value of the first place (0: 1½ × number of players)',
      step: 'Value step from place to place',
      excused: 'Excused absence (%)',
      unexcused: 'Unexcused absence (%)',
      club_duty: 'Club duty (%)',
      bye: 'Left over (%)',
      rounds_between: 'Rounds before a rematch',
    },
  },
  create: 'Create event',
  join: 'Join',
  withdraw: 'Withdraw',
  rejoin: 'Rejoin',
  pause: 'Pause',
  shown: 'View',
  standings: 'Standings',
  startingList: 'Starting list',
  pairings: 'Pairings',
  crosstable: 'Crosstable',
  organiser: 'Organiser',
  pairNext: 'Pair next round',
  /** While a round is paired, which takes some seconds for many players. */
  pairing: (paired: number, players: number, seconds: number) => (players > 0 ? `Pairing ${number(paired)} of ${number(players)}` : `Pairing … ${seconds} s`),
  publish: 'Publish',
  undoPairing: 'Undo pairing',
  startRound: 'Start round',
  takeBack: 'Unpublish',
  reason: 'Reason',
  takeBackRound: (round: number) => `Unpublish round ${round}`,
  roundWithdrawn: (reason: string) => `The pairings were withdrawn: ${reason}`,
  draftDiscarded: 'This also discarded the draft of the next round. Pair again.',
  arbiter,
  category: 'Category',
  allPlayers: 'All players',
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
    title: 'Change event',
    save: 'Save changes',
    discards: 'The draft of the first round is discarded.',
  },
  cancel: {
    title: 'Cancel event',
    hint: 'Everyone who has entered reads the reason on this page. This can’t be undone.',
    now: 'Cancel this event',
    because: (reason: string, isEmpty: boolean) => (reason === '' ? (isEmpty ? 'This event is cancelled: no one had entered.' : 'This event is cancelled.') : `This event is cancelled: ${reason}`),
    remove: 'Delete event',
    removeHint: 'No one has entered. The event leaves the list.',
    removeNow: 'Delete this event',
  },
  helpers: 'Helpers',
  helpersHint: 'Helpers can pair, publish, start rounds and enter results.',
  helper: 'Name of the helper',
  removeHelper: (name: string) => `Remove ${name}`,
  enterResult: 'Enter result',
  playLater: 'Play later',
  playAgain: 'Play again',
  podium: 'Podium',
  you: 'You',
  compare: 'compare with me',
  compareRow: 'compare',
  compareWith: (name: string) => `${name}: press the points of another player to compare.`,
  whyAboveMe: (name: string) => `Why am I below ${name}?`,
  whyBelowMe: (name: string) => `Why am I above ${name}?`,
  whyBelow: (one: string, other: string) => `Why is ${one} below ${other}?`,
  whyAbove: (one: string, other: string) => `Why is ${one} above ${other}?`,
  lastDecides: 'The last line decides.',
  nothingDecides: 'Nothing separates you: you share the place.',
  nothingBetween: 'Nothing separates them: they share the place.',
  working: {
    open: (what: string) => `${what}: show the working`,
    round: 'Round',
    theirs: 'Their score',
    own: 'Points',
    adds: 'Counts',
    cut: 'cut',
    value: 'Value',
    noOpponent: 'no opponent',
    none: 'There is nothing to add up here.',
    direct: 'It decides nothing here: those who are tied haven’t all met, or have the same points against each other.',
    dummy: 'In a round without a game, a dummy stands for the opponent (C.07, article 16.4).',
  },
  hold: 'Don’t start by itself',
  timetable: 'Timetable',
  startsAt: 'Start of the event',
  byThemselves: 'Each round starts by itself',
  byThemselvesHint: 'The first at the start of the event, the others once all games are over.',
  pauseMinutes: 'Minutes between rounds',
  nextRoundAt: 'Start of the next round',
  set: 'Set',
  save: 'Save',
  nextRound: 'Next round',
  beginsIn: (round: number, clock: string) => (round === 0 ? `Starts in ${clock}` : `Round ${round} starts in ${clock}`),
  beginsAt: (round: number, when: string) => (round === 0 ? `Starts on ${when}` : `Round ${round} starts on ${when}`),
  beginsNow: (round: number) => (round === 0 ? 'About to start' : `Round ${round} is about to start`),
  draftHint: 'Only organisers see this draft.',
  waitsForResults: 'The next round can be paired when all results are in.',
  lastRound: 'This is the last round. The event ends when all results are in.',
  allRoundsPlayed: 'All rounds are played. The event ends when the postponed games have results.',
  addPlayer: 'Add player',
  rating: 'Rating',
  add: 'Add',
  notAdded: (name: string, why: string) => `${name} wasn’t added. ${why}`,
  noPlayers: 'No players yet.',
  noRounds: 'The first round hasn’t been paired yet.',
  rank: 'Rank',
  player: 'Player',
  points: 'Points',
  tieBreaksTitle: 'Tie-breaks',
  tieBreaks: {
    DE: 'Direct encounter',
    'BH/C1': 'Buchholz, lowest score cut',
    BH: 'Buchholz',
    SB: 'Sonneborn-Berger',
    KS: 'Koya',
    'BH/C2': 'Buchholz, two lowest scores cut',
    'BH/M1': 'Median Buchholz',
    FB: 'Fore Buchholz',
    'FB/C1': 'Fore Buchholz, lowest score cut',
    AOB: 'Average of opponents’ Buchholz',
    'SB/C1': 'Sonneborn-Berger, lowest score cut',
    WIN: 'Wins',
    WON: 'Games won on the board',
    BPG: 'Games with Black',
    BWG: 'Wins with Black',
    PS: 'Progressive score',
    'PS/C1': 'Progressive score, first round cut',
    REP: 'Rounds played',
    STD: 'Standard points',
    ARO: 'Average rating of opponents',
    'ARO/C1': 'Average rating of opponents, lowest cut',
    PTP: 'Perfect performance',
    APRO: 'Average performance of opponents',
    APPO: 'Average perfect performance of opponents',
    RTNG: 'Rating',
    TPN: 'Starting number',
    VALUE: 'Value',
    TPR: 'Performance',
    GAMES: 'Games',
    BERSERK: 'Berserk games',
  } as Record<string, string | undefined>,
  cells: '12w1: beat number 12 with White. = is a draw, + and − are forfeits, ½ is a half-point bye.',
  resultOf: (board: number) => `Result on board ${board}`,
  playing: 'playing',
  later: 'later',
  bye: 'bye',
  whyThis: 'Why this opponent?',
  whyBye: 'Why the bye?',
  why: {
    later: 'The reasons are still being worked out. Look again in a moment.',
    table: (player: string, number: number, opponent: string | null, other: number | null) =>
      opponent === null
        ? `${player} is number ${number}; the Berger table has no opponent in this round.`
        : `${player} is number ${number} and ${opponent} number ${other} in the Berger table.`,
    team: {
      board: (player: string, opponent: string, board: number) => `${player} and ${opponent} are both on board ${board} of their teams.`,
      everyone: (player: string, board: number, team: string, opponent: string, theirs: number, other: string) =>
        `Everyone meets everyone: ${player} is number ${board} of ${team}, ${opponent} is number ${theirs} of ${other}.`,
      alone: (player: string, board: number, other: string) => `${player} is on board ${board}, and ${other} has no one there. The board is won by forfeit.`,
      colour: (player: string, side: Side) => `${player} has ${sides[side]}.`,
      colours: (first: string) => `${first} has White on odd boards in the first round; each round has the other colours.`,
      coloursOfAll: (first: string) => `${first} has White where the two numbers add up to an even number; the second time it’s the other way round.`,
    },
    bracket: (player: string, seed: number, opponent: string | null, other: number | null) =>
      opponent === null
        ? `${player} (seed ${seed}) has no opponent in this round and goes through.`
        : `${player} (seed ${seed}) and ${opponent} (seed ${other}) are next to each other in the bracket.`,
    bye: (player: string, points: string) => `${player} (${points}) has the bye.`,
    same: (player: string, opponent: string, points: string) => `${player} and ${opponent} both have ${points === '1' ? '1 point' : `${points} points`}.`,
    down: (player: string, points: string, opponent: string, other: string) =>
      `${player} (${points}) floats down to ${opponent} (${other}): not everyone could be paired at ${points}.`,
    up: (player: string, points: string, opponent: string, other: string) => `${player} (${points}) meets ${opponent} (${other}), who floats down.`,
    colour: (player: string, side: Side, wanted: Side | null, wish: Wish) => {
      if (wanted === null || wish === 'none') return `${player} has ${sides[side]}; no colour was due.`;
      const due = { mild: 'was due', strong: 'was strongly due', absolute: 'was due without exception' }[wish];
      return `${player} has ${sides[side]}; ${sides[wanted]} ${due}.`;
    },
    keizer: {
      meets: (player: string, place: number, value: number, opponent: string, theirs: number, worth: number) =>
        `${player} (place ${place}, value ${value}) meets ${opponent} (place ${theirs}, value ${worth}). A win scores ${worth}, a draw half of it.`,
      leftOver: (player: string, place: number, value: number) => `${player} (place ${place}, value ${value}) is left over.`,
      colour: (player: string, side: Side) => `${player} has ${sides[side]}.`,
      colours: {
        fewer_whites: 'Whoever had White less often has White.',
        alternate: 'The colours alternate.',
        board: 'Nothing tells the two apart, so the colours alternate from board to board.',
      } satisfies Record<KeizerColour, string>,
      passed: (nearer: string, because: string) => `${nearer} stands nearer in the list, but ${because}.`,
    },
    colours: {
      both_wishes: 'Both have the colour that was due (5.2.1).',
      stronger: 'The stronger claim decided the colours (5.2.2).',
      alternate: 'The colours alternate from the last round in which the two had different ones (5.2.3).',
      higher_ranked: 'The higher-ranked player’s claim decided the colours (5.2.4).',
      number: 'The starting number of the higher-ranked player decided the colours (5.2.5).',
    } satisfies Record<ColourReason, string>,
    opponent: {
      first: 'This opponent comes first in the pairing order (article 3.3).',
      left_over: 'The pairing order left this player over, and the other pairs made room (article 3.3).',
      bye: 'The bye goes to the lowest score that may have it, as long as everyone else can be paired (C2, C5).',
    } satisfies Record<Exclude<OpponentReason['kind'], 'not_first'>, string>,
    notFirst: (first: string, because: string) => `${first} comes first in the pairing order, but ${because}.`,
    not: (because: NotPaired): string => {
      switch (because.kind) {
        case 'met':
          return `they met in round ${because.round} (C1)`;
        case 'same_colour':
          return `both must have ${sides[because.side]} (C3)`;
        case 'forbidden':
          return 'the organiser keeps them apart';
        case 'absent':
          return 'that player isn’t paired in this round';
        case 'no_completion':
          return 'then not everyone else could be paired (C4)';
        case 'had_bye':
          return 'of an earlier bye or win without playing (C2)';
        case 'no_bye':
          return 'the number of players is even';
        case 'worse':
          return `criterion ${because.criterion} would be met less well`;
        case 'later':
          return 'with that pair the round as a whole is no better, and it comes later in the order (article 4)';
      }
    },
  },
};
export default events;

declare module '../dictionary' {
  interface Parts {
    events: Worded<typeof events>;
  }
}
