// SPDX-License-Identifier: AGPL-3.0-or-later
// The time control of an event, as its form has it.
import type { TimeControlView } from '../platform/protocol';

export interface TimeChoice {
  kind: 'clock' | 'days';
  minutes: number;
  seconds: number;
  days: number;
}

export const usualTime = (): TimeChoice => ({ kind: 'clock', minutes: 10, seconds: 5, days: 3 });

/** The form of an event that is there; null for clocks that it does not show, such as time odds. */
export function choiceOfTime(time: TimeControlView | null): TimeChoice | null {
  if (time && 'days' in time) return { ...usualTime(), kind: 'days', days: time.days };
  if (time && 'increment_ms' in time) return { ...usualTime(), minutes: time.initial_ms / 60_000, seconds: time.increment_ms / 1000 };
  return null;
}

export const timeOf = ({ kind, minutes, seconds, days }: TimeChoice): TimeControlView =>
  kind === 'days' ? { days } : { initial_ms: Math.round(minutes * 60_000), increment_ms: Math.round(seconds * 1000) };
