// SPDX-License-Identifier: AGPL-3.0-or-later
// The English texts of an organiser's list of members.
import { forms } from '../../forms';

const { plural } = forms('en-GB');

export const memberList = {
  title: 'Members',
  hint: 'The people you know, for all your events. Only you see this list. Helpers find names, ratings and clubs in your events, and nothing else.',
  logIn: 'Log in as an organiser to keep a list of members.',
  find: 'Find a member',
  count: (members: number) => plural(members, { one: '# member', other: '# members' }),
  empty: 'No members yet. Paste a list.',
  nobody: 'No member by that name.',
  damaged: (members: number) => `${plural(members, { one: '# card is', other: '# cards are' })} damaged and can’t be shown. “tabiya data check” names them; a backup has them.`,
  former: 'Show my old list',
  more: (members: number) => `Show more (${members})`,
  paste: 'Add a list',
  listLabel: 'List of members',
  listHint: 'The first line names the columns; only “name” is needed. “note” stays in this list. “child” (yes) has strangers see short names. Pasted again, a list adds the new names and updates the others.',
  add: 'Add members',
  added: (added: number, updated: number) => `${plural(added, { one: '# member added', other: '# members added' })}, ${updated} updated.`,
  change: 'Change',
  save: 'Save',
  birth: 'Date or year of birth',
  note: 'Note',
  child: 'Child',
  childHint: 'Strangers see short names in the events of a child.',
  eraseAsk: (name: string) => `${name} is deleted from this list, and becomes “Player” with a number in all your events. This can’t be undone.`,
  erased: (name: string, events: number, left: number) =>
    `${name} erased, in ${plural(events, { one: '# event', other: '# events' })}${left > 0 ? `; an account keeps the name in ${left} more` : ''}`,
  fromYours: 'From the list of members',
  shortNow: 'Strangers see short names from now on, because a child plays.',
  keep: 'Keep as a member',
  keepAll: 'Add them to my members',
};
