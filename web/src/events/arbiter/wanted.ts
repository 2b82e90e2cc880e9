// SPDX-License-Identifier: AGPL-3.0-or-later
// Where the arbiter is wanted.
import type { EventView, TableNotes } from '../../platform/protocol';

/** A board at which somebody has called the arbiter or disputes the result. */
export interface WantedAt {
  /** From 1. */
  round: number;
  /** From 1. */
  board: number;
  outcome: string | null;
  /** Who entered the result; null for others than the two players. */
  by: number | null;
  notes: TableNotes;
}

/** All boards that want the arbiter, those of the newest round first. */
export function wanted({ rounds }: Pick<EventView, 'rounds'>): WantedAt[] {
  const all = rounds.flatMap(({ boards }, round) =>
    boards.flatMap(({ number, white, black, games, table }) => {
      if (!table || !(table.called || table.disputed)) return [];
      const by = table.entered_by === null ? null : table.entered_by === 'white' ? white : black;
      return [{ round: round + 1, board: number, outcome: games.at(-1)?.outcome ?? null, by, notes: table }];
    }),
  );
  return all.sort((one, other) => other.round - one.round || one.board - other.board);
}

/** What is wanted, one word for each thing: a sound is given where a word is new. */
export const reasons = (all: readonly WantedAt[]): string[] =>
  all.flatMap(({ round, board, notes }) => [
    ...(notes.called ? [`call ${round} ${board}`] : []),
    ...(notes.disputed ? [`dispute ${round} ${board}`] : []),
  ]);
