// SPDX-License-Identifier: AGPL-3.0-or-later
// Fixed boards that a draft can't have, because another section still plays there.
import type { EntrantView, EventRoundView } from '../platform/protocol';
import { spoken } from './names';

/** A player who sits elsewhere than at the board that is fixed for them. */
export interface NotAtBoard {
  id: number;
  name: string;
  board: number;
  /** Where the player sits instead. */
  here: number;
}

/** Those players of a draft. Organisers alone know for whom a board is fixed. */
export function notAtTheirBoard(entrants: EntrantView[], round: Pick<EventRoundView, 'stage' | 'boards'>): NotAtBoard[] {
  if (round.stage !== 'draft') return [];
  return round.boards.flatMap(({ number: here, white, black }) => {
    const fixed = [white, black].flatMap((id) => {
      const { name, desk } = entrants[id - 1] ?? {};
      return name != null && desk?.fixed_board != null ? [{ id, name: spoken(name), board: desk.fixed_board, here }] : [];
    });
    // Where two meet who have a board each, it is the lower one.
    const [wanted] = fixed.sort((one, other) => one.board - other.board);
    return wanted && wanted.board !== here ? [wanted] : [];
  });
}
