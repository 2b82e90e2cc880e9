// SPDX-License-Identifier: AGPL-3.0-or-later
// The English texts of the sections of a festival.

/** Which ratings a section takes. */
export function limits(from: number | null, to: number | null): string {
  if (from === null) return to === null ? 'all ratings' : `up to ${to}`;
  return to === null ? `from ${from}` : `${from}–${to}`;
}

export const sections = {
  title: 'Sections',
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
  codeEnded: (section: string) => `The code for the player’s account no longer works. Create a new one in ${section}.`,
  pairAll: 'Pair all sections',
  publishAll: 'Publish all sections',
  startAll: 'Start all sections',
  groups: {
    title: 'Groups, then a final',
    hint: 'Players are spread over groups. The first of each group go on to the final, which is paired when all groups are over.',
    count: 'Groups',
    goOn: 'Players who go on from each group',
    final: 'Final',
    carry: 'Points of the group count in the final',
    group: (letter: string) => `Group ${letter}`,
    last: 'Final',
    about: (goOn: number, carry: boolean) => `The first ${goOn === 1 ? 'player' : `${goOn} players`} of each group play here.${carry ? ' Their points of the group count.' : ''}`,
    deal: 'Draw groups by rating',
  },
};
