// SPDX-License-Identifier: AGPL-3.0-or-later
import type { Color, TimeControlView } from '../platform/protocol';

const DAY_MS = 86_400_000;

/** The time that a side begins with, in milliseconds: the whole of a clock's bar. 0 without a limit. */
export function startTime(time: TimeControlView | null, color: Color): number {
  if (!time) return 0;
  if ('days' in time) return time.days * DAY_MS;
  const clock = 'white' in time ? time[color] : time;
  if (clock.initial_ms > 0) return clock.initial_ms;
  // A side without initial time begins with its first increment.
  return 'increment_ms' in clock ? clock.increment_ms : 0;
}
