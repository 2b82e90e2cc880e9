// SPDX-License-Identifier: AGPL-3.0-or-later
// The English texts of what is decided about an event, of entering by code, and of limits.
import { forms } from '../../forms';

const { number, plural } = forms('en-GB');

export const more = {
  title: 'More settings',
  time: 'Time control',
  kinds: { clock: 'Clock', days: 'Days per move' },
  days: 'Days for each move',
  chess960: 'Chess960',
  chess960Hint: 'Each game starts from a position drawn by lot.',
  matchGames: 'Games per match',
  baku: 'Accelerated pairings (Baku)',
  bakuHint: 'In the first rounds the upper half plays as if it had points ahead.',
  mostByes: 'Half-point byes per player',
  lastBye: 'Last round for one',
  lateHalf: 'Late entries: half a point up to round',
  lateHalfHint: 'For each round they missed. 0: nothing.',
  games: 'Games per pairing',
  gamesHint: 'The two change colours after each game, and a round is worth their points together.',
  gamesPerPairing: (count: number) => `${count} games per pairing`,
  defaultTime: 'Default time over the board',
  defaultTimeHint: 'Whoever isn’t at a wooden board this long after the start of the round loses (FIDE Laws, 6.7).',
  minutes: (count: number) => plural(count, { one: '# minute', other: '# minutes' }),
  addTieBreak: 'Add a tie-break',
  up: (name: string) => `Move ${name} up`,
  remove: (name: string) => `Remove ${name}`,
  tieBreaksLate: 'A round is published. If you change the tie-breaks now, the tournament file says so.',
  byCode: 'Joining needs a code',
  byCodeHint: 'The server makes the code. Organisers see it on the page of the event and give it out.',
  code: 'Entry code',
  codeOf: 'The code that the organiser gave you',
  copyCode: 'Copy code',
  needsCode: 'To join you need the entry code from the organiser.',
  ratings: (limits: string) => `Rating: ${limits}`,
  addAccount: 'Add an account',
  account: 'Account name',
  accountHint: 'For players with an account here. Of children’s accounts you can add those you made the card for.',
  limits: {
    players: (format: string, most: number) => `${format}: up to ${number(most)} players.`,
    swiss: (rounds: number, players: number) => `${plural(rounds, { one: '# round needs', other: '# rounds need' })} at least ${players} players, because no one meets the same opponent twice.`,
    table: 'The number of rounds follows from the players: eight play seven rounds.',
    doubleTable: 'The number of rounds follows from the players: eight play 14 rounds.',
    tooMany: (players: number, most: number) => `${plural(players, { one: '# player has entered', other: '# players have entered' })}, enough for ${plural(most, { one: '# round', other: '# rounds' })} at most.`,
    many: (enough: number) => `More than ${enough} rounds rarely make sense: ten are enough to find the winner of 1,000 players.`,
  },
};
