// SPDX-License-Identifier: AGPL-3.0-or-later
// The English texts of races of puzzles.
import type { Worded } from '../dictionary';
import { forms } from '../forms';

const { plural } = forms('en-GB');

const races = {
  title: 'Race',
  newRace: 'New race',
  hint: 'Everyone gets the same puzzles for 90 seconds. Send the link to friends; no account needed. Not rated.',
  forClass: 'For my class only',
  forClassHint: 'Only the players you made cards for can join. Protected accounts can join only with this on.',
  kids: 'Everyone gets the same puzzles for 90 seconds. Only your own class can join. Not rated.',
  themes: 'Themes (optional)',
  make: 'Make link',
  few: 'There are too few such puzzles for a race. Choose more themes, another opening, or none.',
  waiting: 'Waiting for the start.',
  waitingOwn: 'Send the link, join, and start when everyone is here.',
  starting: 'Get ready.',
  over: 'The race is over.',
  result: (solved: number, place: number, all: number) => {
    const score = plural(solved, { one: 'You solved # puzzle', other: 'You solved # puzzles' });
    return all > 1 ? `Time’s up. ${score}: place ${place} of ${all}.` : `Time’s up. ${score}.`;
  },
  watching: 'You’re watching.',
  through: 'You’ve done them all.',
  away: 'The connection is lost. Your score is safe; the clock goes on.',
  told: { right: 'Right, go on.', solved: 'Solved.', good: 'Good, but there is better.', wrong: 'Missed. Here is the next one.' },
  missing: 'This race isn’t for you, or it is over. Ask for a new link.',
  ofClass: 'This race is for your class only.',
  scores: 'Scores',
  racer: 'Player',
  guest: (number: number) => `Guest ${number}`,
  you: 'you',
  solved: 'Solved',
  missed: 'Missed',
  nobody: 'No one has joined yet.',
  removeOf: (name: string) => `Remove ${name}`,
  keep: 'Keep',
  removed: 'You were removed from this race.',
  join: 'Join',
  joinNow: 'Race: join now',
  start: 'Start',
  again: 'Race again',
  joinNext: 'Join the new race',
  nextMade: 'A new race is waiting for you.',
  /** The way back to the own race; without a number it has not started. */
  yours: (clock: string | null) => `Your race: ${clock ?? 'not started yet'}`,
  copy: 'Copy link',
  qr: 'QR code of the link',
  played: 'The puzzles you missed',
  puzzle: (number: number) => `Puzzle ${number}`,
  clock: (left: number) => {
    const seconds = Math.ceil(left / 1000);
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  },
};
export default races;

declare module '../dictionary' {
  interface Parts {
    races: Worded<typeof races>;
  }
}
