// SPDX-License-Identifier: AGPL-3.0-or-later
// Where a piece may be sent before its turn has come: wherever it could go on an empty board, or as a capture. This is
// no judgement of a move: it only says which squares the hand may aim at. The server checks each move when it is due.
import { squareAt } from './fen';
import { fileOf, rankOf } from './squares';
import type { Color, Piece, Square } from '../platform/protocol';

type Step = readonly [number, number];

const STRAIGHT: readonly Step[] = [[1, 0], [-1, 0], [0, 1], [0, -1]];
const DIAGONAL: readonly Step[] = [[1, 1], [1, -1], [-1, 1], [-1, -1]];
const JUMPS: readonly Step[] = [[1, 2], [2, 1], [2, -1], [1, -2], [-1, -2], [-2, -1], [-2, 1], [-1, 2]];

const isOnBoard = (file: number, rank: number): boolean => file >= 0 && file < 8 && rank >= 0 && rank < 8;

/** The squares that a step leads to, once or as often as it can be repeated. */
function along(from: Square, steps: readonly Step[], most: number): Square[] {
  const reached: Square[] = [];
  for (const [across, up] of steps) {
    for (let times = 1; times <= most; times += 1) {
      const [file, rank] = [fileOf(from) + across * times, rankOf(from) + up * times];
      if (!isOnBoard(file, rank)) break;
      reached.push(squareAt(file, rank));
    }
  }
  return reached;
}

function pawn(from: Square, color: Color): Square[] {
  const up = color === 'white' ? 1 : -1;
  const steps: Step[] = [[0, up], [-1, up], [1, up]];
  if (rankOf(from) === (color === 'white' ? 1 : 6)) steps.push([0, 2 * up]);
  return along(from, steps, 1);
}

/** A king's own steps, two squares to the side from its first square, and its own rooks beside it. */
function king(from: Square, color: Color, pieces: ReadonlyMap<Square, Piece>): Square[] {
  const near = along(from, [...STRAIGHT, ...DIAGONAL], 1);
  if (rankOf(from) !== (color === 'white' ? 0 : 7)) return near;
  const rooks = [...pieces]
    .filter(([square, { role, color: whose }]) => role === 'rook' && whose === color && rankOf(square) === rankOf(from))
    .map(([square]) => square);
  if (fileOf(from) === 4 && rooks.some((rook) => fileOf(rook) === 7)) near.push(squareAt(6, rankOf(from)));
  if (fileOf(from) === 4 && rooks.some((rook) => fileOf(rook) === 0)) near.push(squareAt(2, rankOf(from)));
  return [...new Set([...near, ...rooks])];
}

function reachOf(from: Square, piece: Piece, pieces: ReadonlyMap<Square, Piece>): Square[] {
  switch (piece.role) {
    case 'pawn':
      return pawn(from, piece.color);
    case 'knight':
      return along(from, JUMPS, 1);
    case 'bishop':
      return along(from, DIAGONAL, 7);
    case 'rook':
      return along(from, STRAIGHT, 7);
    case 'queen':
      return along(from, [...STRAIGHT, ...DIAGONAL], 7);
    case 'king':
      return king(from, piece.color, pieces);
  }
}

/** Where each piece of a side may be sent. A new map each time: the board edits it. */
export function reachesOf(pieces: ReadonlyMap<Square, Piece>, color: Color): Map<Square, Square[]> {
  const own = [...pieces].filter(([, piece]) => piece.color === color);
  return new Map(own.map(([square, piece]) => [square, reachOf(square, piece, pieces)]));
}

/** Whether a pawn of this side becomes something on a square. */
export function isLastRank(square: Square, color: Color): boolean {
  return rankOf(square) === (color === 'white' ? 7 : 0);
}
