// SPDX-License-Identifier: AGPL-3.0-or-later
// The English texts of the sections of a festival.
import { forms } from '../../forms';

const { plural } = forms('en-GB');

/** Which ratings a section takes. */
export function limits(from: number | null, to: number | null): string {
  if (from === null) return to === null ? 'all ratings' : `up to ${to}`;
  return to === null ? `from ${from}` : `${from}–${to}`;
}

export const sections = {
  title: 'Sections',
  count: (count: number) => plural(count, { one: '# section', other: '# sections' }),
  add: 'Add a section',
  hint: 'Sections such as Open and Minor share players, timetable and board numbers. Each has its own pairings and standings.',
  name: 'Section',
  number: (number: number) => `Section ${number}`,
  from: 'Rating from',
  to: 'Rating to',
  limits,
  remove: (name: string) => `Remove ${name}`,
  ownName: 'Name of this event as a section',
  firstBoard: 'First board (empty: after the section before)',
  save: 'Save section',
  move: (name: string) => `Section of ${name}`,
  elsewhere: (section: string) => `You play in ${section}.`,
  joinIn: (section: string) => `Join ${section}`,
  noneFits: 'No section fits your rating.',
  found: (name: string, section: string) => `${name} is in ${section}`,
  all: 'All sections',
  together: 'All sections together',
  pairAll: 'Pair all sections',
  publishAll: 'Publish all sections',
  startAll: 'Start all sections',
};
