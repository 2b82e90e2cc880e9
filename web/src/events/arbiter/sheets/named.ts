// SPDX-License-Identifier: AGPL-3.0-or-later
import { t } from '../../../locale';
import type { EntrantView } from '../../../platform/protocol';
import { bySurname } from '../../names';

/** A player as a sheet names them: `WIM Berg, Ann (2310)`. */
export function named(entrant: EntrantView | undefined): string {
  if (!entrant || entrant.name === null) return t.events.ghost;
  const title = entrant.title ? `${entrant.title} ` : '';
  return `${title}${entrant.name}${entrant.rating ? ` (${entrant.rating})` : ''}`;
}

/** Where somebody sits in a round. */
export interface Seat {
  name: string;
  /** From 1; null for a bye. */
  board: number | null;
  isWhite: boolean;
  /** The opponent; empty for a bye. */
  opponent: string;
  /** What stands in place of a board. */
  bye: '' | 'bye' | 'half';
}

interface Pairs {
  boards: { white: number; black: number }[];
  byes: number[];
  half_byes: number[];
}

/** Everybody in a round in the order of their names. */
export function seats(round: Pairs, entrant: (id: number) => EntrantView | undefined): Seat[] {
  const name = (id: number): string => named(entrant(id));
  const playing = round.boards.flatMap(({ white, black }, place) => [
    { name: name(white), board: place + 1, isWhite: true, opponent: name(black), bye: '' as const },
    { name: name(black), board: place + 1, isWhite: false, opponent: name(white), bye: '' as const },
  ]);
  const out = (ids: number[], bye: 'bye' | 'half'): Seat[] => ids.map((id) => ({ name: name(id), board: null, isWhite: false, opponent: '', bye }));
  const key = ({ name }: Seat): string => name.replace(/^(W?[GFCI]M) /, '').replace(/ \(\d+\)$/, '');
  return [...playing, ...out(round.byes, 'bye'), ...out(round.half_byes, 'half')].sort((one, other) => bySurname(key(one), key(other)));
}
