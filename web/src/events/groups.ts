// SPDX-License-Identifier: AGPL-3.0-or-later
// Groups whose first players go on to a final, as the form of a new event has them.
import type { NewGroups } from '../platform/protocol';
import { t } from '../locale';
import type { Kind } from './format';

export const MOST_GROUPS = 19;
export const MOST_GO_ON = 16;

/** How a final may be played. */
export const FINALS = ['knock_out', 'round_robin'] as const;

export interface GroupsChoice {
  isOn: boolean;
  count: number;
  goOn: number;
  final: (typeof FINALS)[number];
  /** Whether the points of the group count in the final; in a round robin alone. */
  carry: boolean;
}

export const usualGroups = (): GroupsChoice => ({ isOn: false, count: 4, goOn: 2, final: 'knock_out', carry: false });

/** Whether groups are paired so. */
export const mayHaveGroups = (kind: Kind): boolean => ['swiss', 'round_robin', 'double_round_robin'].includes(kind);

/** What the form says: the groups are called by letters. */
export function groupsOf({ count, goOn, final, carry }: GroupsChoice): NewGroups {
  const words = t.events.sections.groups;
  const names = Array.from({ length: count }, (_, place) => words.group(String.fromCharCode(65 + place)));
  const isTable = final === 'round_robin';
  return { names, last: words.last, go_on: goOn, format: isTable ? { kind: 'round_robin', cycles: 1 } : { kind: 'knock_out', games: 1 }, carry: isTable && carry };
}
