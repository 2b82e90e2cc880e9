// SPDX-License-Identifier: AGPL-3.0-or-later
import { expect, test } from 'vitest';
import { squaresOf } from '../src/live/concerned';
import type { Piece, Refusal } from '../src/platform/protocol';

const FEN = '4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1';
const knight: Piece = { color: 'white', role: 'knight' };
const rook: Piece = { color: 'black', role: 'rook' };

test('a pin is about the piece, the pinning one and the king behind', () => {
  const refusal: Refusal = { kind: 'illegal', reason: { reason: 'pinned', piece: knight, from: 'e2', by: rook, on: 'e8' } };
  expect(squaresOf(refusal, FEN)).toEqual(['e2', 'e8', 'e1']);
});

test('a move that the piece does not have is about its two squares', () => {
  const refusal: Refusal = { kind: 'illegal', reason: { reason: 'does_not_move_so', piece: knight, from: 'e2', to: 'e4' } };
  expect(squaresOf(refusal, FEN)).toEqual(['e2', 'e4']);
});

test.each([
  { reason: 'castling_in_check' },
  { reason: 'double_check' },
  { reason: 'leaves_in_check' },
  { reason: 'en_passant_exposes_king' },
] as const)('$reason is about the king whose move it is', (reason) => {
  const refusal = { kind: 'illegal', reason } as unknown as Refusal;
  expect(squaresOf(refusal, FEN)).toEqual(['e1']);
  expect(squaresOf(refusal, FEN.replace(' w ', ' b '))).toEqual(['g8']);
});

test('other refusals are about no square', () => {
  expect(squaresOf({ kind: 'no_cookie' }, FEN)).toEqual([]);
});
