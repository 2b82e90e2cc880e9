// SPDX-License-Identifier: AGPL-3.0-or-later
// What an event's topic tells is applied to the event as it was told before.
import type { EventChanges, EventView } from '../platform/protocol';

/** The event after the changes. What has not changed is the same object as before. */
export function applied(before: EventView, changes: EventChanges): EventView {
  const entrants = [...before.entrants];
  for (const entrant of changes.entrants) entrants[entrant.id - 1] = entrant;
  const rounds = before.rounds.slice(0, changes.round_count);
  for (const { number, round } of changes.rounds) rounds[number - 1] = round;
  for (const { round, number, board } of changes.boards) {
    const these = rounds[round - 1];
    if (these) rounds[round - 1] = { ...these, boards: these.boards.with(number - 1, board) };
  }
  const lines = new Map([...before.standings, ...changes.lines].map((line) => [line.entrant, line]));
  const order = changes.order ?? before.standings.map((line) => line.entrant);
  return {
    ...before,
    number: changes.number,
    facts: changes.facts ?? before.facts,
    entrants,
    rounds,
    standings: order.flatMap((entrant) => lines.get(entrant) ?? []),
  };
}
