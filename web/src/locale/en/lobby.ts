// SPDX-License-Identifier: AGPL-3.0-or-later
// The texts of the lobby and of challenges.
import type { ChallengeEnd, ChallengeView, ColorChoice, DeclineReason, PlayerView, SeekView, Termination } from '../../platform/protocol';
import { en as texts } from './index';
import { forms } from '../forms';

const { number, plural } = forms('en-GB');

const name = (player: PlayerView): string => texts.player.name(player);

/** `rated`, `casual`. */
const weight = (rated: boolean): string => (rated ? 'rated' : 'casual');

const reasons: Record<DeclineReason, string> = {
  none: 'No reason',
  later: 'Not now',
  too_fast: 'Too fast for me',
  too_slow: 'Too slow for me',
  rated: 'Rated games only',
  casual: 'Casual games only',
  standard: 'Standard chess only',
};

/** Who has which colour, as whoever is told sees it. */
function colour(color: ColorChoice, yours: boolean): string {
  if (color === 'random') return 'colour by lot';
  return (color === 'white') !== yours ? 'you play White' : 'you play Black';
}

const challenge = {
  short: 'Challenge',
  invite: 'Invite',
  byLink: 'By link',
  byName: 'By name',
  noName: 'Give the name of the player.',
  name: 'Name',
  to: (player: string) => `Challenge ${player}`,
  changeTitle: (player: string) => `Other terms for ${player}`,
  send: 'Send challenge',
  propose: 'Propose',
  title: (challenge: ChallengeView) =>
    challenge.yours ? `Challenge from ${name(challenge.from)}` : `Challenge to ${name(challenge.to)}`,
  challengesYou: 'challenges you',
  waitsFor: 'Waiting for',
  /** `5+3 · rated · you play White`. */
  terms: ({ terms, yours }: ChallengeView): string => {
    const facts = [texts.time.control(terms.time), weight(terms.rated)];
    if (terms.start.kind === 'chess960') facts.push('Chess960');
    if (terms.start.kind === 'fen') facts.push('from a position');
    if (terms.private) facts.push('private');
    facts.push(colour(terms.color, yours));
    return facts.join(' · ');
  },
  change: 'Other terms',
  takeBack: 'Take back',
  back: 'Back',
  reason: 'Why?',
  reasons,
  began: (opponent: string) => `Your game with ${opponent} has begun.`,
  toGame: 'Go to game',
  close: 'Close',
  ended: (challenge: ChallengeView, ended: ChallengeEnd): string => {
    const other = name(challenge.yours ? challenge.from : challenge.to);
    switch (ended.how) {
      case 'declined':
        return ended.reason === 'none' ? `${other} declined.` : `${other} declined: ${reasons[ended.reason].toLowerCase()}.`;
      case 'cancelled':
        return `${other} took the challenge back.`;
      case 'expired':
        return `The challenge with ${other} has expired.`;
      case 'accepted':
        return `${other} accepted.`;
    }
  },
};

export const lobby = {
  setup: {
    level: 'Level',
    /** `elo` is null until the server has told it. */
    levelHint: (elo: number | null) => (elo === null ? '' : `About ${elo} Elo among engines.`),
    time: 'Time',
    unlimited: 'No limit',
    timeHint: 'Minutes for the game + seconds for each move.',
    minutes: 'Minutes',
    days: 'Days',
    daysAMove: 'Days for each move',
    daysHint: 'Correspondence: from 1 to 14 days for each move.',
    bonus: 'Each move',
    bonuses: { increment: 'Increment', delay: 'Delay', bronstein: 'Bronstein' },
    bonusHints: {
      increment: 'Each move adds the seconds.',
      delay: 'The clock waits so many seconds before it runs.',
      bronstein: 'Each move gives back what it took, up to so many seconds.',
    },
    seconds: { increment: 'Seconds a move', delay: 'Seconds of delay', bronstein: 'Seconds given back' },
    odds: 'Time odds: a different clock for each side',
    ofSide: (side: string | null, what: string) => (side ? `${side}: ${what.toLowerCase()}` : what),
    color: 'Your colour',
    random: 'Random',
    ratedHint: 'The game counts for both players’ ratings.',
    notRated: 'Only games with a time limit and from a usual beginning can count.',
    notPrivate: 'Rated games can be seen by everybody.',
    start: 'Starting position',
    standard: 'Standard',
    chess960: 'Chess960',
    chess960Hint: 'One of 960 shuffled back ranks.',
    fen: 'FEN',
    fenLabel: 'Position in FEN',
    create: 'Create game',
    badDays: 'Choose from 1 to 14 days.',
    badTime: 'Choose between 0 and 180 minutes and 0 and 180 seconds a move, but not 0 and 0.',
    noFen: 'Paste a position in FEN, or choose another starting position.',
    failed: 'The game could not be created. Try again.',
  },

  levels: {
    /** What a person of about that strength is called; from level 1 on. */
    names: [
      'knows how the pieces move',
      'plays the first games',
      'plays now and then',
      'plays at home',
      'plays for fun',
      'plays often',
      'has read a book',
      'plays at a club',
      'plays well at a club',
      'expert',
      'master',
      'grandmaster',
      'stronger than any person',
      'far stronger than any person',
      'full strength',
    ],
    /** What the level tends to miss; from level 1 on. */
    misses: [
      'Leaves pieces where they can be taken, and rarely sees what it could take.',
      'Sees an attack half of the time, and never your reply.',
      'Sees what hangs now, but not your reply.',
      'Looks one move ahead, and overlooks one move in four.',
      'Overlooks long moves, moves backwards and mates.',
      'Overlooks threats that need two moves.',
      'Overlooks quiet moves in the middle of a combination.',
      'Misjudges many positions, and overlooks some quiet moves.',
      'Misjudges who is better by a sixth of a pawn.',
      'Rarely overlooks anything; calculates a few moves.',
      'Misses long combinations.',
      'Misses very long combinations.',
      'Misses what only a deep search shows.',
      'Misses hardly anything.',
      'Misses nothing that it has time to find.',
    ],
  },

  challenge,
  notices: 'Challenges and searches',
  speeds: { bullet: 'Bullet', blitz: 'Blitz', rapid: 'Rapid', classical: 'Classical' },
  customHint: 'your own time, colour or rating range',
  ratedHint: 'The game counts for both players’ ratings.',
  hint: 'Press a time. The game begins when somebody wants the same.',
  searching: (time: string, rated: boolean) => `Looking for an opponent: ${time}, ${weight(rated)}`,
  offer: (player: string, time: string) => `${player} waits for a casual game, ${time}.`,
  playCasual: 'Play casual',
  cancel: 'Cancel',
  open: 'Waiting for an opponent',
  followed: 'People you follow',
  plays: 'plays now',
  watch: (player: string) => `Watch ${player}’s game`,
  first: 'You are the first. Whoever comes next plays you.',
  firstOfClass: 'You wait for your class, and for players whom you follow.',
  /** Why somebody else’s search can’t be taken. */
  obstacles: {
    account: 'Log in to play rated games.',
    protected: 'You play with your class, and with players whom you follow.',
    apart: 'You can’t play with some of these players.',
  },
  waiting: (count: number) => (count === 0 ? 'Nobody is waiting.' : plural(count, { one: '# player waits', other: '# players wait' })),
  nobody: 'Nobody waits right now. Press a time to be the first.',
  more: (count: number) => `and ${count} more`,
  /** `3+2 · rated · 1400–1600`. */
  facts: (seek: SeekView): string => {
    const facts = [texts.time.control(seek.time), weight(seek.rated)];
    if (seek.chess960) facts.push('Chess960');
    if (seek.color) facts.push(`plays ${texts.sides[seek.color]}`);
    if (seek.range) facts.push(`${seek.range.low}–${seek.range.high}`);
    return facts.join(' · ');
  },
  play: (player: string, facts: string) => `Play ${player}, ${facts}`,
  playShort: 'Play',
  search: 'Search',
  range: 'Opponent’s rating',
  from: 'From',
  to: 'To',
  badRange: 'Give both ratings, the lower one first, or neither.',
  ended: {
    cancelled: '',
    elsewhere: 'You are searching in another tab now.',
    asleep: 'This tab was asleep, so the search ended. Press a time to search again.',
  } as Record<'cancelled' | 'elsewhere' | 'asleep', string>,
  card: {
    yourMove: 'Your move',
    theirMove: 'Their move',
    waiting: 'Waiting',
    nobody: 'No opponent yet',
    won: 'You won',
    lost: 'You lost',
    draw: 'Draw',
    aborted: 'Aborted',
    unfinished: 'No result',
    /** What stands beside it: how the game ended. */
    reasons: {
      checkmate: 'checkmate',
      resignation: 'resignation',
      stalemate: 'stalemate',
      insufficient_material: 'neither can mate',
      fivefold_repetition: 'fivefold repetition',
      seventy_five_moves: '75 moves',
      threefold_repetition: 'threefold repetition',
      fifty_moves: '50 moves',
      agreement: 'agreed',
      time_forfeit: 'on time',
      time_forfeit_insufficient_material: 'on time, no mate',
      abandonment: 'abandoned',
      abandonment_insufficient_material: 'abandoned, no mate',
      abort: 'aborted',
      no_first_move: 'no first move',
      unknown: 'end not known',
    } as Record<Termination, string>,
    /** `9:12 left`, `2d 4h left`. */
    left: (face: string) => `${face} left`,
  },
  home: {
    title: 'A quiet place to play chess.',
    friend: 'Play a friend',
    friendHint: 'Send a link',
    computer: 'Play the computer',
    computerHint: 'Choose how strong it is',
    find: 'Find an opponent',
    findHint: 'Play right now',
    games: 'Your games',
    noGames: 'No games yet. Start one.',
    overTheBoard: 'Over the board',
    editor: 'Board editor',
    import: 'Import a game',
    gamesFailed: 'Your games can’t be loaded right now. Reload the page to try again.',
    more: (count: number) => `Show ${number(count)} more`,
  },
};
export default lobby;

declare module '../dictionary' {
  interface Parts {
    lobby: Worded<typeof lobby>;
  }
}
