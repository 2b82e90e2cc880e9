// SPDX-License-Identifier: AGPL-3.0-or-later
import { t } from '../../../locale';
import type { EntrantView } from '../../../platform/protocol';
import { bySurname, listed, spoken } from '../../names';

/** A player as a sheet names them, as people say it: `WIM Ann Berg (2310)`. */
export function named(entrant: EntrantView | undefined): string {
  return worded(entrant, spoken);
}

/** A player in a list that is sorted by surname: `Berg, Ann, WIM (2310)`. */
export function namedInList(entrant: EntrantView | undefined): string {
  return worded(entrant, listed);
}

function worded(entrant: EntrantView | undefined, said: (name: string) => string): string {
  if (!entrant || entrant.name === null) return t.events.ghost;
  const name = said(entrant.name);
  const rating = entrant.rating ? ` (${entrant.rating})` : '';
  if (!entrant.title) return name + rating;
  return said === listed ? `${name}, ${entrant.title}${rating}` : `${entrant.title} ${name}${rating}`;
}

/** Where somebody sits in a round. */
export interface Seat {
  id: number;
  name: string;
  /** The name alone, without title and rating: by this a list is sorted. */
  sortedBy: string;
  /** From 1; null for a bye. */
  board: number | null;
  isWhite: boolean;
  /** The opponent; empty for a bye. */
  opponent: string;
  /** Null for a bye. */
  other: number | null;
  /** What stands in place of a board. */
  bye: '' | 'bye' | 'half';
}

interface Pairs {
  boards: { number: number; white: number; black: number }[];
  byes: number[];
  half_byes: number[];
}

/** Everybody in a round in the order of their names. */
export function seats(round: Pairs, entrant: (id: number) => EntrantView | undefined): Seat[] {
  const name = (id: number): string => named(entrant(id));
  const own = (id: number): string => namedInList(entrant(id));
  const sortedBy = (id: number): string => entrant(id)?.name ?? t.events.ghost;
  const playing = round.boards.flatMap(({ number, white, black }) => [
    { id: white, name: own(white), sortedBy: sortedBy(white), board: number, isWhite: true, opponent: name(black), other: black, bye: '' as const },
    { id: black, name: own(black), sortedBy: sortedBy(black), board: number, isWhite: false, opponent: name(white), other: white, bye: '' as const },
  ]);
  const out = (ids: number[], bye: 'bye' | 'half'): Seat[] => ids.map((id) => ({ id, name: own(id), sortedBy: sortedBy(id), board: null, isWhite: false, opponent: '', other: null, bye }));
  return [...playing, ...out(round.byes, 'bye'), ...out(round.half_byes, 'half')].sort((one, other) => bySurname(one.sortedBy, other.sortedBy));
}
