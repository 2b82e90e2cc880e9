// SPDX-License-Identifier: AGPL-3.0-or-later
import type { EventView } from '../../platform/protocol';

/** The boards of the last round, from 1, that are played on this server and at which somebody without an account sits. */
export function venueSeats({ rounds, entrants }: Pick<EventView, 'rounds' | 'entrants'>): number[] {
  const isWithout = (id: number): boolean => entrants[id - 1]?.has_account === false && entrants[id - 1]?.name !== null;
  const boards = rounds.at(-1)?.boards ?? [];
  return boards.flatMap(({ number, white, black, online }) => (online && (isWithout(white) || isWithout(black)) ? [number] : []));
}
