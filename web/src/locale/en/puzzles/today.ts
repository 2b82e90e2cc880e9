// SPDX-License-Identifier: AGPL-3.0-or-later
// The English texts of "From today's games".
import { forms } from '../../forms';

const { plural } = forms('en-GB');

export const today = {
  title: 'From today’s games',
  forTeachers: 'Organisers turn the games of their class into positions here.',
  newLesson: 'New lesson',
  hint: 'Every pupil gets up to three positions from their own games, with their own mistake as the wrong answer. It takes a few minutes and needs no internet.',
  name: 'Name',
  playedHere: 'Games played on this site',
  playedHereHint: 'Those that your class played among itself, with you or with the computer. Private games are left out.',
  which: 'Which games',
  ofDay: 'All of one day',
  day: 'Day',
  pgn: 'Other games, as PGN',
  pgnHint: 'PGN is the text in which other sites and programs save games. Pupils are found by username or by the real name you gave them; everyone else gets a sheet only.',
  names: 'Real names of your pupils',
  namesHint: 'Only you see them. A PGN may have them in place of usernames.',
  sameName: 'Another pupil has this name, too: a PGN with it means neither. Add an initial.',
  make: 'Start',
  lessons: 'Your lessons',
  empty: 'None yet. Start one above.',
  missing: 'There’s no such lesson, or it isn’t yours.',
  refused: {
    lesson_without_games: 'Your class has no finished games on that day, or only private ones. Choose another day, or paste a PGN.',
    lesson_unreadable: 'None of the games in the PGN can be read.',
    lessons_wait: 'Two of your lessons are still being made. Wait for one of them.',
    lessons_full: 'You have 100 lessons. Delete one first.',
  } as Record<string, string>,
  games: (done: number, all: number) => (done < all ? `${done} of ${all} games` : plural(all, { one: '# game', other: '# games' })),
  working: (done: number, all: number, left: number | null) =>
    `${done} of ${all} games looked at${left === null ? '' : `, about ${plural(left, { one: '# minute', other: '# minutes' })} left`}. You can leave this page.`,
  ready: (served: number, all: number) => `Ready: positions for ${served} of ${plural(all, { one: '# player', other: '# players' })}.`,
  unread: (count: number) => plural(count, { one: '# game in the PGN can’t be read.', other: '# games in the PGN can’t be read.' }),
  leftOut: (count: number) => plural(count, { one: '# more game is left out: a lesson takes 90.', other: '# more games are left out: a lesson takes 90.' }),
  print: 'Print sheets',
  withNames: 'Names on the sheets',
  withNamesHint: 'Without them, a sheet has a number and a line to write on.',
  private: 'Each pupil sees only their own positions, on the puzzle page.',
  delete: 'Delete',
  deleteIt: 'Delete this lesson for good',
  keep: 'Keep it',
  noAccount: 'no account here',
  nothing: 'No clear mistake found.',
  notYet: 'Not looked at yet.',
  playedMove: (san: string) => `Played: ${san}`,
  better: (solution: string) => `Better: ${solution}`,
  findBetter: 'Find a better move.',
  find: (san: string) => `In your game you played ${san}. Find a better move.`,
  sheet: (number: number) => `Sheet ${number}`,
};
