// SPDX-License-Identifier: AGPL-3.0-or-later
// The English texts of lists of players.
import type { Category } from '../../platform/protocol';

const speeds: Record<Category, string> = {
  bullet: 'Bullet',
  blitz: 'Blitz',
  rapid: 'Rapid',
  classical: 'Classical',
  correspondence: 'Correspondence',
  chess960: 'Chess960',
};

export const players = {
  speeds,
  title: 'Players',
  online: 'Online now',
  nobodyOnline: 'No one is showing as online. Players choose who can see it.',
  search: 'Search by name',
  found: 'Found',
  noneFound: 'No player’s name starts like this.',
  leaders: 'Leaderboards',
  noLeaders: 'No rated players yet. Play a rated game to be the first.',
  whole: 'Full list',
  leadersOf: (speed: Category) => `${speeds[speed]} leaderboard`,
  rank: 'Rank',
  name: 'Name',
  rating: 'Rating',
  gamesPlayed: 'Games',
};
export default players;

declare module '../dictionary' {
  interface Parts {
    players: Worded<typeof players>;
  }
}
