// SPDX-License-Identifier: AGPL-3.0-or-later
import type { EventLineView } from '../platform/protocol';

/** What puts one entrant above another: the points, a tie-break by its place in the list, or nothing. */
export type Apart = { by: 'points' } | { by: 'tie_break'; place: number } | { by: 'nothing' };

export function apart(one: EventLineView, other: EventLineView): Apart {
  if (one.points !== other.points) return { by: 'points' };
  const place = one.values.findIndex((value, index) => value !== other.values[index]);
  return place < 0 ? { by: 'nothing' } : { by: 'tie_break', place };
}
