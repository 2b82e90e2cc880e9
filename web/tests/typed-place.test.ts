// SPDX-License-Identifier: AGPL-3.0-or-later
import { describe, expect, it } from 'vitest';
import { addressOf, isToType, placeIn } from '../src/events/typed-place';
import { partOf } from '../src/events/arbiter/parts';
import type { EventBoardView } from '../src/platform/protocol';

describe('the place of a game', () => {
  it('is read from the address that it has', () => {
    for (const place of [
      { round: 1, board: 1, game: 1 },
      { round: 11, board: 120, game: 3 },
    ]) {
      const part = partOf(addressOf(place));
      expect(part?.part).toBe('game');
      expect(placeIn(part?.code ?? '')).toEqual(place);
    }
    for (const text of ['', '1', '1-', '-1', '1-1-1-1', 'a-b', '1 - 1']) expect(placeIn(text)).toBeNull();
  });
});

describe('a game to type', () => {
  const board = (more: Partial<EventBoardView>, outcome: string | null = '1-0', game: string | null = null, typed: number | null = null) =>
    ({ white: 1, black: 2, online: false, left: false, postponed: false, table: null, games: [{ turned: false, game, outcome, typed }], ...more }) as EventBoardView;

  it('was played at a wooden board, and nobody has typed it', () => {
    expect(isToType(board({}), 0)).toBe(true);
    expect(isToType(board({ online: true, left: true }), 0)).toBe(true);
    for (const other of [board({ online: true }), board({}, null), board({}, '+/-'), board({}, '-/-'), board({}, '1-0', 'abcdefgh'), board({}, '1-0', null, 7)]) {
      expect(isToType(other, 0)).toBe(false);
    }
    expect(isToType(board({}), 1)).toBe(false);
  });
});
