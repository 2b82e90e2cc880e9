// SPDX-License-Identifier: AGPL-3.0-or-later
import { describe, expect, test } from 'vitest';
import { isRefusedClick, isRefusedDrop } from '../src/board/attempts';
import { START_FEN, piecesOf } from '../src/board/fen';
import { scoreOf } from '../src/board/material';
import { destinationsOf, promotionsOf, scoreSheet, uciOf } from '../src/board/moves';
import { rowsSeenBy, squareAfterKey } from '../src/board/squares';
import { E4, E5 } from './support';

test('a FEN says what stands where', () => {
  const pieces = piecesOf(START_FEN);
  expect(pieces.size).toBe(32);
  expect(pieces.get('e1')).toEqual({ color: 'white', role: 'king' });
  expect(pieces.get('d8')).toEqual({ color: 'black', role: 'queen' });
  expect(pieces.get('e4')).toBeUndefined();
});

describe('squares on the screen', () => {
  test('White looks from the first rank, Black from the eighth', () => {
    expect(rowsSeenBy('white')[0]?.[0]).toBe('a8');
    expect(rowsSeenBy('white')[7]?.[7]).toBe('h1');
    expect(rowsSeenBy('black')[0]?.[0]).toBe('h1');
  });

  test.each([
    ['e2', 'ArrowUp', 'white', 'e3'],
    ['e2', 'ArrowUp', 'black', 'e1'],
    ['e2', 'ArrowLeft', 'black', 'f2'],
    ['a8', 'ArrowUp', 'white', 'a8'],
    ['e4', 'Home', 'white', 'a4'],
    ['e4', 'End', 'black', 'a4'],
    ['e4', 'x', 'white', null],
  ] as const)('from %s by %s as %s: %s', (from, key, side, to) => {
    expect(squareAfterKey(from, key, side)).toBe(to);
  });
});

describe('moves', () => {
  test('promotions are one destination', () => {
    const legal = ['a7a8q', 'a7a8n', 'a7b8q', 'e1e2'];
    expect(destinationsOf(legal).get('a7')).toEqual(['a8', 'b8']);
    expect(promotionsOf(legal, 'a7', 'a8')).toEqual(['queen', 'knight']);
    expect(promotionsOf(legal, 'e1', 'e2')).toEqual([]);
    expect(uciOf('a7', 'a8', 'knight')).toBe('a7a8n');
    expect(uciOf('e2', 'e4', null)).toBe('e2e4');
  });

  test('castling stands under both of its squares', () => {
    expect(destinationsOf(['e1g1', 'e1h1']).get('e1')).toEqual(['g1', 'h1']);
  });

  test('a score sheet pairs moves', () => {
    expect(scoreSheet({ moves: [E4, E5], variations: [] }, 1, false)).toEqual([
      { number: 1, white: { ply: 1, san: 'e4' }, black: { ply: 2, san: 'e5' } },
    ]);
  });

  test('a score sheet that Black begins leaves White a gap', () => {
    const lines = scoreSheet({ moves: [E5, E4], variations: [] }, 12, true);
    expect(lines[0]).toEqual({ number: 12, white: null, black: { ply: 1, san: 'e5' } });
    expect(lines[1]).toEqual({ number: 13, white: { ply: 2, san: 'e4' }, black: null });
  });
});

describe('material', () => {
  test('nothing captured, nobody ahead', () => {
    expect(scoreOf('white', START_FEN, START_FEN)).toEqual({ captured: [], ahead: 0 });
  });

  test('the captured are sorted by value, and only one side is ahead', () => {
    const fen = 'r3k2r/ppp2ppp/8/8/8/8/PPP2PPP/RN1QKBNR w KQkq - 0 10';
    const white = scoreOf('white', START_FEN, fen);
    expect(white.captured).toEqual(['queen', 'bishop', 'bishop', 'knight', 'knight', 'pawn', 'pawn']);
    expect(white.ahead).toBe(18);
    expect(scoreOf('black', START_FEN, fen)).toEqual({ captured: ['bishop', 'pawn', 'pawn'], ahead: 0 });
  });

  test('a pawn that became a queen was not captured', () => {
    const start = '4k3/P7/8/8/8/8/8/4K3 w - - 0 1';
    expect(scoreOf('black', start, 'Q3k3/8/8/8/8/8/8/4K3 b - - 0 1').captured).toEqual([]);
    expect(scoreOf('white', start, 'Q3k3/8/8/8/8/8/8/4K3 b - - 0 1').ahead).toBe(9);
  });
});

describe('attempts', () => {
  const facts = {
    pieces: piecesOf(START_FEN),
    you: 'white' as const,
    isLegal: (from: string, to: string) => from === 'e2' && to === 'e4',
  };

  test('a click on another own piece selects it', () => {
    expect(isRefusedClick(facts, 'd2', 'e2')).toBe(false);
  });

  test('a click on an empty square or on the other side is a move', () => {
    expect(isRefusedClick(facts, 'd2', 'd5')).toBe(true);
    expect(isRefusedClick(facts, 'd2', 'd7')).toBe(true);
    expect(isRefusedClick(facts, 'e2', 'e4')).toBe(false);
  });

  test("the opponent's pieces are no different, but one's own are never captured with them", () => {
    expect(isRefusedClick(facts, 'e7', 'e5')).toBe(true);
    expect(isRefusedClick(facts, 'e7', 'd7')).toBe(false);
    expect(isRefusedClick(facts, 'e7', 'e2')).toBe(false);
  });

  test('a drop counts on any square but its own', () => {
    expect(isRefusedDrop(facts, 'd1', 'd2')).toBe(true);
    expect(isRefusedDrop(facts, 'd1', 'd1')).toBe(false);
    expect(isRefusedDrop(facts, 'e2', 'e4')).toBe(false);
  });
});
