// SPDX-License-Identifier: AGPL-3.0-or-later
// The English texts of one entrant: what an organiser changes about them, and the rounds in which they don't play.
import type { AbsenceView, PresenceView } from '../../../platform/protocol';
import { forms } from '../../forms';

const { plural } = forms('en-GB');

export const entrant = {
  more: (name: string) => `Change ${name}’s entry`,
  states: { present: 'Takes part.', paused: 'Pauses, and isn’t paired for now.', withdrawn: 'Has left the event.' } satisfies Record<PresenceView, string>,
  takeOut: 'Withdraw',
  takeOutAsk: (name: string, comesBack: boolean) =>
    comesBack ? `${name} leaves the event and isn’t paired any more. You can bring ${name} back later.` : `${name} leaves the event. You can bring ${name} back only until the next round is published.`,
  takeOutNow: (name: string) => `Withdraw ${name}`,
  pause: 'Pause',
  bringBack: 'Bring back',
  correct: 'Correct details',
  ofAccount: 'The name is that of the account.',
  title: 'Title',
  federation: 'Federation',
  fide: 'FIDE ID',
  nationalId: 'National ID',
  nationalRating: 'National rating',
  sex: 'Sex',
  sexes: { none: 'not given', m: 'male', w: 'female' },
  saved: 'Saved.',
  counts: 'It counts from the next pairing on. Published rounds stay as they are.',
  discards: 'If the order of the players changes, the draft is discarded: pair the round again.',
  fixed: { title: 'Always at the same board', label: 'Board number', fix: 'Fix board', free: 'Any board', hint: 'For someone who can’t reach every table. It counts from the next pairing on, and a draft gets new numbers at once. Published rounds stay as they are.', taken: (name: string, board: number, here: number) => `Another section still plays at board ${board}, so ${name} sits at board ${here} this round. Once that game is over, undo the pairing and pair again.` },
  byes: {
    title: 'Byes',
    absences: 'Absences',
    half: 'half a point',
    nothing: 'no points',
    kinds: { excused: 'excused', unexcused: 'not excused', club_duty: 'club duty' } satisfies Record<AbsenceView, string>,
    kind: 'Kind of absence',
    kindIn: (round: number) => `Kind of absence in round ${round}`,
    ask: 'Ask for a bye',
    give: 'Give a bye',
    away: 'I won’t be there',
    note: 'Note absence',
    cancel: 'Cancel',
    cancelIn: (round: number) => `Cancel for round ${round}`,
    left: (count: number, last: number) => `${plural(count, { one: '# half-point bye left', other: '# half-point byes left' })}, up to round ${last}. Any other bye scores nothing.`,
    noneLeft: 'No half-point bye left: another bye scores nothing.',
  },
};
