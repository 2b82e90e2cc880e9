// SPDX-License-Identifier: AGPL-3.0-or-later
import { describe, expect, test } from 'vitest';
import { piecesOf, START_FEN } from '../src/board/fen';
import { lineOf, nextOf, raysFrom, squaresOf } from '../src/board/survey';
import { promotionNamed, readMove, sanOf } from '../src/board/typed';

const START = piecesOf(START_FEN);
const FIRST = ['e2e4', 'e2e3', 'd2d4', 'b2b4', 'g1f3', 'g1h3', 'b1c3'];

describe('a typed move', () => {
  test.each([
    ['e4', 'e2e4'],
    ['e2e4', 'e2e4'],
    ['e2-e4', 'e2e4'],
    ['Nf3', 'g1f3'],
    ['nf3', 'g1f3'],
    ['Ngf3', 'g1f3'],
    ['N1f3+', 'g1f3'],
    ['b4', 'b2b4'],
    ['echo four', 'e2e4'],
    ['knight foxtrot three', 'g1f3'],
    ['knight to f3', 'g1f3'],
    ['Pawn e4', 'e2e4'],
    ['E4', 'e2e4'],
    ['1.e4', 'e2e4'],
    ['1. e4', 'e2e4'],
    ['12…e4', 'e2e4'],
    ['e4.', 'e2e4'],
    ['e4!?', 'e2e4'],
    ['NF3', 'g1f3'],
    ['1. Nf3+', 'g1f3'],
  ])('%s is %s', (text, uci) => expect(readMove(text, FIRST, START, 'white')).toEqual({ kind: 'move', uci }));

  const CASTLE = piecesOf('r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1');
  const BOTH = ['e1g1', 'e1h1', 'e1c1', 'e1a1', 'e1f1', 'e1d1'];
  test.each([
    ['O-O', 'e1g1'],
    ['0-0', 'e1g1'],
    ['o-o-o', 'e1c1'],
    ['castle', 'e1g1'],
    ['castle queenside', 'e1c1'],
    ['long castle', 'e1c1'],
    ['king f1', 'e1f1'],
    ['e1h1', 'e1h1'],
  ])('%s castles or not: %s', (text, uci) => expect(readMove(text, BOTH, CASTLE, 'white')).toEqual({ kind: 'move', uci }));

  test('of a bishop is told from a pawn’s', () => {
    const pieces = piecesOf('8/8/8/8/2p5/1P1B4/8/8 w - - 0 1');
    const legal = ['b3c4', 'd3c4', 'd3e4'];
    expect(readMove('bxc4', legal, pieces, 'white')).toEqual({ kind: 'move', uci: 'b3c4' });
    expect(readMove('Bxc4', legal, pieces, 'white')).toEqual({ kind: 'move', uci: 'd3c4' });
    expect(readMove('be4', legal, pieces, 'white')).toEqual({ kind: 'move', uci: 'd3e4' });
    expect(readMove('bishop takes charlie four', legal, pieces, 'white')).toEqual({ kind: 'move', uci: 'd3c4' });
  });

  test('promotes', () => {
    const pieces = piecesOf('8/P7/8/8/8/8/8/8 w - - 0 1');
    const legal = ['a7a8q', 'a7a8r', 'a7a8b', 'a7a8n'];
    const texts = ['a8=N', 'a8n', 'a7a8n', 'a8 promotes knight', 'a8 to a knight', 'a8 knight', 'a eight becomes a knight', 'A8(N)', 'a8/N', 'A8=N'];
    for (const text of texts) expect(readMove(text, legal, pieces, 'white'), text).toEqual({ kind: 'move', uci: 'a7a8n' });
  });

  test('that leaves open what the pawn becomes asks for it', () => {
    const pieces = piecesOf('8/P7/8/8/8/8/8/8 w - - 0 1');
    const legal = ['a7a8q', 'a7a8r', 'a7a8b', 'a7a8n'];
    for (const text of ['a8', 'a7a8', 'pawn a8']) {
      expect(readMove(text, legal, pieces, 'white'), text).toEqual({ kind: 'promotion', from: 'a7', to: 'a8' });
    }
    for (const text of ['knight', 'to a knight', 'a knight', 'promote to knight', 'N', '=n', 'Knight.']) expect(promotionNamed(text), text).toBe('knight');
    for (const text of ['king', 'a8', 'no', '']) expect(promotionNamed(text), text).toBeNull();
  });

  test('with a capital letter is no pawn’s move', () => {
    const pieces = piecesOf('8/8/8/8/2p5/1P6/8/5B2 w - - 0 1');
    expect(readMove('Bxc4', ['b3c4'], pieces, 'white')).toEqual({ kind: 'attempt', from: 'f1', to: 'c4' });
  });

  test('en passant may say so', () => {
    const pieces = piecesOf('8/8/8/3pP3/8/8/8/8 w - d6 0 1');
    for (const text of ['exd6 e.p.', 'exd6ep', 'e×d6']) expect(readMove(text, ['e5d6'], pieces, 'white'), text).toEqual({ kind: 'move', uci: 'e5d6' });
  });

  test('that several pieces can make names them', () => {
    const pieces = piecesOf('8/8/8/8/8/8/8/R6R w - - 0 1');
    expect(readMove('Rd1', ['a1d1', 'h1d1'], pieces, 'white')).toEqual({ kind: 'several', squares: ['a1', 'h1'] });
    expect(readMove('Rad1', ['a1d1', 'h1d1'], pieces, 'white')).toEqual({ kind: 'move', uci: 'a1d1' });
  });

  test.each([
    ['g1f3', 'Nf3', START_FEN, FIRST],
    ['e2e4', 'e4', START_FEN, FIRST],
    ['b1d2', 'Nbd2', '4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1', ['b1d2', 'f3d2', 'e1d2']],
    ['a1a4', 'R1a4', 'R3k3/8/8/8/8/8/8/R3K3 w - - 0 1', ['a1a4', 'a8a4']],
    ['a1d4', 'Qa1xd4', 'Q3k3/8/8/8/3p4/8/8/Q3K2Q w - - 0 1', ['a1d4', 'a8d4', 'h1d4']],
    ['e5d6', 'exd6', '4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1', ['e5d6', 'e5e6']],
    ['a7b8n', 'axb8=N', '1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1', ['a7b8n']],
    ['e1g1', 'O-O', '4k3/8/8/8/8/8/8/4K2R w K - 0 1', ['e1g1']],
    ['e1a1', 'O-O-O', '4k3/8/8/8/8/8/8/R3K3 w Q - 0 1', ['e1a1']],
  ])('%s is named %s, as in the list of moves', (uci, san, fen, legal) => {
    expect(sanOf(uci, legal, piecesOf(fen))).toBe(san);
  });

  test('that is not legal is still an attempt, which the server explains', () => {
    expect(readMove('Qh5', FIRST, START, 'white')).toEqual({ kind: 'attempt', from: 'd1', to: 'h5' });
    expect(readMove('e5', FIRST, START, 'white')).toEqual({ kind: 'attempt', from: 'e2', to: 'e5' });
    expect(readMove('Nd5', FIRST, START, 'white')).toEqual({ kind: 'none' });
    expect(readMove('hello there', FIRST, START, 'white')).toEqual({ kind: 'unreadable' });
  });
});

describe('a board that is asked', () => {
  test('knows where pieces stand', () => {
    expect(squaresOf(START, 'knight', 'black')).toEqual(['b8', 'g8']);
    expect(lineOf('e')).toEqual(['e1', 'e2', 'e3', 'e4', 'e5', 'e6', 'e7', 'e8']);
    expect(lineOf('8')[0]).toBe('a8');
    expect(lineOf('z')).toEqual([]);
  });

  test('knows what is seen from a square', () => {
    expect(raysFrom(START, 'e4').map(({ square }) => square)).toEqual(['e7', 'h7', 'g2', 'e2', 'c2', 'b7']);
  });

  test('leads from one piece of a kind to the next, and back', () => {
    expect(nextOf(START, 'knight', 'a8', 'white', 1)).toBe('b8');
    expect(nextOf(START, 'knight', 'b8', 'white', 1)).toBe('g8');
    expect(nextOf(START, 'knight', 'b8', 'white', -1)).toBe('g1');
    expect(nextOf(piecesOf('8/8/8/8/8/8/8/8 w - - 0 1'), 'queen', 'a1', 'white', 1)).toBeNull();
  });
});
