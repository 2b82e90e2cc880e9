// SPDX-License-Identifier: AGPL-3.0-or-later
// The English texts of the rating report.
import { forms } from '../../forms';

const { list, plural } = forms('en-GB');

export const report = {
  title: 'Rating report',
  hint: 'The tournament file (TRF) has this besides the players and their results.',
  city: 'City',
  federation: 'Federation',
  federationHint: 'Three letters, such as SWE.',
  chief: 'Chief arbiter',
  deputies: 'Deputy arbiters, one per line',
  date: (round: number) => `Date of round ${round}`,
  proposed: 'Dates in empty fields are the days on which the rounds began. Check and save them.',
  saved: 'Saved.',
  missing: 'Missing',
  complete: 'Nothing is missing.',
  download: 'Download TRF',
  gaps: {
    city: 'No city',
    federation: 'No federation',
    chief_arbiter: 'No chief arbiter',
    dates: (rounds: number[]) => `${plural(rounds.length, { one: 'No date for round', other: 'No dates for rounds' })} ${list(rounds.map(String))}`,
    fideIds: (names: string[]) => `No FIDE ID: ${list(names)}`,
    results: (rounds: number[]) => `Missing results in ${plural(rounds.length, { one: 'round', other: 'rounds' })} ${list(rounds.map(String))}`,
  },
};
