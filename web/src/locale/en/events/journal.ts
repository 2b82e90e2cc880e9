// SPDX-License-Identifier: AGPL-3.0-or-later
// The English texts of an event's journal, and of the reasons that it keeps.
import type { JournalWhat } from '../../../platform/protocol';

/** What a line is made of; what it is not about is empty. */
export interface JournalFacts {
  /** The entrant, and both of them. */
  one: string;
  pair: string;
  round: number;
  boards: string;
  /** A result, a name, or a number. */
  text: string;
}

const place = ({ round, boards }: JournalFacts): string => (boards === '' ? `Round ${round}` : `Round ${round}, board ${boards}`);

const what: Record<JournalWhat, (facts: JournalFacts) => string> = {
  created: () => 'Event created',
  settings_changed: () => 'Settings changed',
  prizes_set: () => 'Prizes set',
  fees_set: () => 'Fees set',
  fee_chosen: ({ one }) => `${one}: another fee`,
  section_added: () => 'Section added',
  owner_set: ({ text }) => `The event belongs to ${text}`,
  accounts_left: ({ text }) => `Players whose accounts are on another server: ${text}`,
  accounts_back: ({ text }) => `Players whose accounts are here again: ${text}`,
  helper_named: ({ text }) => `${text} is now a helper`,
  helper_removed: ({ text }) => `${text} is no longer a helper`,
  entered: ({ one }) => `${one} entered`,
  team_chosen: ({ one, text }) => `${one} plays for ${text}`,
  lined_up: ({ one, boards }) => `${one} moved to board ${boards}`,
  card_corrected: ({ one }) => `${one}: details corrected`,
  board_fixed: ({ one, boards }) => `${one} always plays at board ${boards}`,
  board_freed: ({ one }) => `${one} has no fixed board any more`,
  plays_online: ({ one }) => `${one} plays online`,
  plays_at_venue: ({ one }) => `${one} plays at the venue`,
  withdrew: ({ one }) => `${one} withdrew`,
  paused: ({ one }) => `${one} paused`,
  rejoined: ({ one }) => `${one} is back`,
  bye: ({ one, round }) => `${one}: no game in round ${round}`,
  half_point_bye: ({ one, round }) => `${one}: half-point bye in round ${round}`,
  away: ({ one, round }) => `${one} is away in round ${round}`,
  comes_after_all: ({ one, round }) => `${one} plays in round ${round} after all`,
  present: ({ one }) => `${one} is present`,
  not_present: ({ one }) => `${one} isn’t present`,
  paid: ({ one }) => `${one} has paid`,
  not_paid: ({ one }) => `${one} hasn’t paid`,
  code_given: ({ text }) => `Helper’s code created for ${text}`,
  code_revoked: ({ text }) => `Helper’s code for ${text} revoked`,
  claim_given: ({ one }) => `${one}: code for an account created`,
  claim_revoked: ({ one }) => `${one}: code for an account revoked`,
  claimed: ({ one }) => `${one}: an account took over`,
  erased: ({ one }) => `${one}: name erased`,
  check_in_closed: () => 'Check-in closed',
  paired: ({ round }) => `Round ${round} paired`,
  paired_by_hand: ({ round }) => `Round ${round} paired by hand`,
  board_added: (facts) => `${place(facts)}: ${facts.pair} added`,
  bye_given: ({ round, one }) => `Round ${round}: the bye for ${one}`,
  draft_undone: ({ round }) => `Draft of round ${round} discarded`,
  published: ({ round }) => `Round ${round} published`,
  unpublished: ({ round }) => `Round ${round} taken back`,
  start_set: ({ round }) => `Start of round ${round} set`,
  start_by_hand: ({ round }) => `Round ${round} won’t start by itself`,
  started: ({ round }) => `Round ${round} started`,
  game_added: (facts) => `${place(facts)}: one more game, ${facts.pair}`,
  game_made: (facts) => `${place(facts)}: game started, ${facts.pair}`,
  games_left: ({ text }) => `Games left on another server: ${text}`,
  games_brought: ({ text }) => `Games that came from another server, with their clocks paused: ${text}`,
  result: (facts) => `${place(facts)}: ${facts.text}, ${facts.pair}`,
  corrected: (facts) => `${place(facts)}: corrected to ${facts.text}, ${facts.pair}`,
  player_results_on: () => 'Players enter their own results',
  player_results_off: () => 'Players no longer enter results',
  table_codes_renewed: () => 'New codes for the tables',
  seat_taken: (facts) => `${place(facts)}: a phone took a seat`,
  seat_freed: (facts) => `${place(facts)}: seat freed`,
  disputed: (facts) => `${place(facts)}: result disputed`,
  dispute_settled: (facts) => `${place(facts)}: result stands`,
  arbiter_called: (facts) => `${place(facts)}: arbiter called`,
  call_answered: (facts) => `${place(facts)}: call answered`,
  clocks_paused: (facts) => `${place(facts)}: clocks paused`,
  clocks_resumed: (facts) => `${place(facts)}: clocks resumed`,
  clock_set: (facts) => `${place(facts)}: clock set`,
  set_back: (facts) => `${place(facts)}: back to an earlier position`,
  game_typed: (facts) => `${place(facts)}: game typed`,
  game_removed: (facts) => `${place(facts)}: typed game removed`,
  postponed: (facts) => `${place(facts)}: played later`,
  arena_opened: () => 'Arena started',
  arena_paired: ({ text }) => `Games paired: ${text}`,
  arena_result: ({ text, pair }) => `${text}, ${pair}`,
  reminded: () => 'Players reminded',
  finished: () => 'Event over',
  cancelled: () => 'Event cancelled',
};

export const journal = {
  title: 'Journal',
  hint: 'Everything that was done in this event, the newest first. Only organisers see it.',
  when: 'When',
  who: 'Who',
  whatHead: 'What',
  why: 'Why',
  more: 'Earlier entries',
  reason: 'Reason (optional)',
  reasonHint: 'The journal keeps it. Only organisers read it.',
  by: { server: 'the server', closed: 'closed account', code: (label: string) => `helper: ${label}`, table: 'at the table' },
  what,
};
