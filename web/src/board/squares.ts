// SPDX-License-Identifier: AGPL-3.0-or-later
// The 64 squares as they lie on the screen.
import { squareAt } from './fen';
import type { Color, Square } from '../platform/protocol';

const STEPS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Rows from the top of the screen, squares from its left. */
export function rowsSeenBy(orientation: Color): Square[][] {
  const steps = [0, 1, 2, 3, 4, 5, 6, 7];
  return steps.map((row) =>
    steps.map((column) => (orientation === 'white' ? squareAt(column, 7 - row) : squareAt(7 - column, row))),
  );
}

/** From 0 for the file a. */
export const fileOf = (square: Square): number => square.charCodeAt(0) - 97;
/** From 0 for the first rank. */
export const rankOf = (square: Square): number => Number(square[1]) - 1;

/** Column and row on the screen, from 0 at the top left. */
export function placeOf(square: Square, orientation: Color): { column: number; row: number } {
  const [file, rank] = [fileOf(square), rankOf(square)];
  return orientation === 'white' ? { column: file, row: 7 - rank } : { column: 7 - file, row: rank };
}

/** Where a key leads from a square: its neighbour, the row's end, or null for any other key. */
export function squareAfterKey(square: Square, key: string, orientation: Color): Square | null {
  const { column, row } = placeOf(square, orientation);
  const rows = rowsSeenBy(orientation);
  if (key === 'Home') return rows[row]?.[0] ?? null;
  if (key === 'End') return rows[row]?.[7] ?? null;
  const step = STEPS[key];
  if (!step) return null;
  return rows[clamp(row + step[1])]?.[clamp(column + step[0])] ?? null;
}

function clamp(index: number): number {
  return Math.min(7, Math.max(0, index));
}
