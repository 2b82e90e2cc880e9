// SPDX-License-Identifier: AGPL-3.0-or-later
// Who would be paired in the first round although the desk has not seen them.
import type { EntrantView, EventView } from '../platform/protocol';

/**
 * Those who are not ticked as present, where the desk has ticked others and the check-in has never been closed. Nobody once a round
 * is published, or where nobody ticks.
 */
export function notTicked({ facts, rounds, entrants }: Pick<EventView, 'facts' | 'rounds' | 'entrants'>): EntrantView[] {
  if (!facts.check_in || facts.check_in.closed || rounds.some(({ stage }) => stage !== 'draft')) return [];
  if (!entrants.some(({ desk }) => desk?.present)) return [];
  return entrants.filter(({ presence, desk }) => presence === 'present' && desk?.present === false);
}
