// SPDX-License-Identifier: AGPL-3.0-or-later
// The English texts of how a game is set up: with whom, with which time, from which position.
import type { StartPosition } from '../../platform/protocol';

export const newGame = {
  /** With whom. */
  ways: {
    friend: 'Play a friend',
    computer: 'Play the computer',
    find: 'Find an opponent',
  },
  search: 'Search',
  custom: 'Custom',
  rated: 'Rated',
  private: 'Private',
  privateHint: 'Only the players can see the game.',
  level: 'Level',
  /** `elo` is null until the server has told it. */
  levelHint: (elo: number | null) => (elo === null ? '' : `About ${elo} Elo among engines.`),
  time: 'Time',
  unlimited: 'No limit',
  timeHint: 'Minutes per side + seconds per move.',
  minutes: 'Minutes',
  days: 'Days',
  daysAMove: 'Days per move',
  daysHint: 'Correspondence: 1 to 14 days per move. While you play, engine and analyses are off for positions that can still arise in the game.',
  bonus: 'Each move',
  bonuses: { increment: 'Increment', delay: 'Delay', bronstein: 'Bronstein' },
  bonusHints: {
    increment: 'These seconds are added after every move.',
    delay: 'The clock waits this long on each move before it runs.',
    bronstein: 'Each move gives back the time it took, up to this many seconds.',
  },
  seconds: { increment: 'Seconds per move', delay: 'Seconds of delay', bronstein: 'Seconds given back' },
  odds: 'Time odds: a different clock for each side',
  ofSide: (side: string | null, what: string) => (side ? `${side}: ${what.toLowerCase()}` : what),
  color: 'Your colour',
  random: 'Random',
  ratedHint: 'Counts towards both players’ ratings.',
  notRated: 'Only games with a time limit and a standard start can be rated.',
  notPrivate: 'Rated games are public.',
  start: 'Starting position',
  starts: { standard: 'Standard', chess960: 'Chess960', fen: 'FEN' } satisfies Record<StartPosition['kind'], string>,
  chess960Hint: 'One of 960 shuffled back ranks.',
  fenLabel: 'Position in FEN',
  create: 'Create game',
  badDays: 'Choose 1 to 14 days.',
  badTime: 'Choose up to 180 minutes and up to 180 seconds per move, but not zero for both.',
  noFen: 'Paste a position in FEN, or choose another starting position.',
  failed: 'The game couldn’t be created. Try again.',
  levels: {
    /** What a person of about that strength is called; from level 1 on. */
    names: [
      'knows how the pieces move',
      'has just started',
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
      'stronger than any human',
      'far stronger than any human',
      'full strength',
    ],
    /** What the level tends to miss; from level 1 on. */
    misses: [
      'Leaves pieces where they can be taken, and rarely sees what it could take.',
      'Sees an attack half the time, and never your reply.',
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
      'Misses nothing it has time to find.',
    ],
  },
  range: 'Opponent’s rating',
  from: 'From',
  to: 'To',
  badRange: 'Enter both ratings, the lower one first, or leave both empty.',
};
export default newGame;

declare module '../dictionary' {
  interface Parts {
    newGame: Worded<typeof newGame>;
  }
}
