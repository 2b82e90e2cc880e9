// SPDX-License-Identifier: AGPL-3.0-or-later
import { describe, expect, test } from 'vitest';
import { fenOf, piecesOf, START_FEN } from '../src/board/fen';
import { ghostsOf, moved } from '../src/board/ghosts';
import { reachesOf } from '../src/board/reach';

const board = (fen: string, ...moves: string[]) =>
  fenOf(moves.reduce((pieces, uci) => moved(pieces, uci), piecesOf(fen) as ReturnType<typeof moved>), fen).split(' ')[0];

describe('a board after moves that nobody has confirmed', () => {
  test.each([
    ['a plain move', START_FEN, ['e2e4'], 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR'],
    ['castling by the king', 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1', ['e1g1'], 'r3k2r/8/8/8/8/8/8/R4RK1'],
    ['castling onto the rook', 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1', ['e1a1'], 'r3k2r/8/8/8/8/8/8/2KR3R'],
    ['castling of Chess960', '8/8/8/8/8/8/8/1R2KR2 w BF - 0 1', ['e1f1'], '8/8/8/8/8/8/8/1R3RK1'],
    ['en passant', '8/8/8/3pP3/8/8/8/8 w - d6 0 1', ['e5d6'], '8/8/3P4/8/8/8/8/8'],
    ['a promotion', '8/P7/8/8/8/8/8/8 w - - 0 1', ['a7a8n'], 'N7/8/8/8/8/8/8/8'],
    ['no piece', '8/8/8/8/8/8/8/8 w - - 0 1', ['a2a4'], '8/8/8/8/8/8/8/8'],
  ])('%s', (_, fen, moves, after) => expect(board(fen, ...moves)).toBe(after));

  test('says what waits where', () => {
    const ghosts = ghostsOf(START_FEN, ['b8c6', 'c6d4']);
    expect([...ghosts.pieces]).toEqual([['d4', { color: 'black', role: 'knight' }]]);
    expect([...ghosts.squares]).toEqual(['b8', 'c6', 'd4']);
    expect(ghostsOf(START_FEN, []).fen).toBe(START_FEN);
  });
});

describe('where a piece may be sent before its turn', () => {
  const reach = (fen: string, square: string) => reachesOf(piecesOf(fen), 'white').get(square)?.sort().join(' ');

  test('is wherever it could go on an empty board, or as a capture', () => {
    expect(reach(START_FEN, 'b1')).toBe('a3 c3 d2');
    expect(reach(START_FEN, 'e2')).toBe('d3 e3 e4 f3');
    expect(reach(START_FEN, 'a1')).toBe('a2 a3 a4 a5 a6 a7 a8 b1 c1 d1 e1 f1 g1 h1');
    expect(reach('8/8/8/8/8/8/8/R3K2R w KQ - 0 1', 'e1')).toBe('a1 c1 d1 d2 e2 f1 f2 g1 h1');
    expect(reach('8/4P3/8/8/8/8/8/8 w - - 0 1', 'e7')).toBe('d8 e8 f8');
  });

  test('is asked of one side only', () => {
    expect(reachesOf(piecesOf(START_FEN), 'black').has('e2')).toBe(false);
  });
});
