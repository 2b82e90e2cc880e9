// SPDX-License-Identifier: AGPL-3.0-or-later
// The English texts of profiles and of lists of games.
import type { Category } from '../../platform/protocol';
import { forms } from '../forms';

const { date, month, plural } = forms('en-GB');

const speeds: Record<Category, string> = {
  bullet: 'Bullet',
  blitz: 'Blitz',
  rapid: 'Rapid',
  classical: 'Classical',
  correspondence: 'Correspondence',
  chess960: 'Chess960',
};

const games = (count: number): string => plural(count, { one: '# game', other: '# games' });

export const profile = {
  speeds,
  gameCount: games,
  missingTitle: 'No such player',
  missing: 'There’s no player with this name. Check the spelling.',
  closed: 'This account is closed.',
  report: 'Report',
  roles: { organiser: 'Organiser', moderator: 'Moderator', admin: 'Admin' } as Record<string, string>,
  since: (at: number) => `Joined ${date(at)}`,
  online: 'Online',
  challenge: 'Challenge',
  playing: 'playing now',
  follow: 'Follow',
  unfollow: 'Unfollow',
  block: 'Block',
  unblock: 'Unblock',
  edit: 'Settings',
  ratings: 'Ratings',
  noRatings: 'No rated games yet.',
  provisional: 'provisional',
  tile: (speed: Category, rating: number, count: number) => `${speeds[speed]}: ${rating}, ${games(count)}`,
  curve: (speed: Category) => `${speeds[speed]} rating`,
  allTime: 'All',
  month,
  earlier: 'Previous month',
  later: 'Next month',
  noneThen: 'No rated games this month.',
  table: 'Show as table',
  tableDay: 'Day',
  tableRating: 'Rating',
  tableStart: 'Start',
  results: 'Results',
  asSide: { white: 'As White', black: 'As Black' },
  score: (won: number, drawn: number, lost: number) => `${won} won, ${drawn} drawn, ${lost} lost`,
  openings: 'Recent openings',
  bestWins: 'Best wins',
  noWins: 'No wins against established players yet.',
  against: (name: string) => `You and ${name}`,
  noteTitle: 'Your note',
  noteHint: 'Only you can see it.',
  games: 'Games',
  allGames: 'All games',
  list: {
    title: (name: string) => `${name}’s games`,
    none: 'No games yet.',
    noneFit: 'No games match these filters.',
    failed: 'The games can’t be loaded right now. Try again.',
    again: 'Try again',
    more: 'Show more',
    clear: 'Clear all',
    moreFilters: 'More filters',
    download: 'Download PGN',
    filters: 'Show only',
    any: 'Any',
    opponent: 'Opponent',
    color: 'Colour',
    result: 'Result',
    results: { won: 'Won', drawn: 'Drawn', lost: 'Lost' },
    speed: 'Speed',
    rated: 'Rated',
    ratedOnly: 'Rated',
    casualOnly: 'Casual',
    variant: 'Start',
    from: 'From',
    to: 'To',
    minMoves: 'Min. moves',
    maxMoves: 'Max. moves',
    termination: 'Ended by',
    terminations: {
      checkmate: 'Checkmate',
      resignation: 'Resignation',
      time_forfeit: 'On time',
      agreement: 'Agreement',
      stalemate: 'Stalemate',
      threefold_repetition: 'Repetition',
      fifty_moves: '50 moves',
      insufficient_material: 'Insufficient material',
      abandonment: 'Abandonment',
    } as Record<string, string>,
    marks: { won: '1', drawn: '½', lost: '0', none: '–' },
    /** A game that nobody won and that was no draw: aborted, or from a record that stops before its end. */
    aborted: 'aborted',
    noResult: 'no result',
    moves: (plies: number) => plural(Math.ceil(plies / 2), { one: '# move', other: '# moves' }),
    casual: 'casual',
    imported: 'imported',
    change: (points: number) => (points > 0 ? `+${points}` : points < 0 ? `−${-points}` : '±0'),
  },
};
export default profile;

declare module '../dictionary' {
  interface Parts {
    profile: Worded<typeof profile>;
  }
}
