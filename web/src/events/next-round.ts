// SPDX-License-Identifier: AGPL-3.0-or-later
// Whether the next round can be paired, as the server will say.
import type { EventView } from '../platform/protocol';

/** Why it can't: the last round has not begun, results are missing, they are missing in the last of all rounds, or all are played. */
export type NotYet = 'published' | 'results' | 'last' | 'played';

/** Null where the next round can be paired, or is a draft. */
export function notYet({ facts, rounds }: Pick<EventView, 'facts' | 'rounds'>): NotYet | null {
  const last = rounds.at(-1);
  if (!last || last.stage === 'draft') return null;
  if (last.stage === 'published') return 'published';
  const isLast = rounds.length >= facts.total_rounds;
  if (last.boards.some(({ postponed, games }) => !postponed && !games.at(-1)?.outcome)) return isLast ? 'last' : 'results';
  return isLast ? 'played' : null;
}
