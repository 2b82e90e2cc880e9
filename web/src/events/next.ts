// SPDX-License-Identifier: AGPL-3.0-or-later
import type { EventListed } from '../platform/protocol';

/** The event that the start page names: one that runs, else the next one that has a start, else one that is announced. */
export function nextOf(events: readonly EventListed[], now: number): EventListed | null {
  const running = events.find(({ stage }) => stage === 'running');
  if (running) return running;
  const announced = events.filter(({ stage }) => stage === 'announced');
  const dated = announced.filter(({ starts }) => starts > now).sort((a, b) => a.starts - b.starts);
  return dated[0] ?? announced[0] ?? null;
}
