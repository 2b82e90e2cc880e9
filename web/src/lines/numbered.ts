// SPDX-License-Identifier: AGPL-3.0-or-later
// Moves of a line as a score sheet numbers them.
import type { MoveView } from '../platform/protocol';

/** A move with the number that stands before it: `3.`, `3…` at the beginning, or nothing. */
export interface Numbered {
  number: string;
  san: string;
}

/** The moves from `from` on, numbered from the position before the line's first move. */
export function numbered(startFen: string, moves: readonly MoveView[], from = 0): Numbered[] {
  const fields = startFen.split(' ');
  const offset = fields[1] === 'b' ? 1 : 0;
  const first = Number(fields[5] ?? 1) || 1;
  return moves.slice(from).map(({ san }, index) => {
    const half = from + index + offset;
    const number = first + (half >> 1);
    if (half % 2 === 0) return { number: `${number}.`, san };
    return { number: index === 0 ? `${number}…` : '', san };
  });
}

/** The same as one text, for whoever listens and for questions: `3… e5 4. Nf3`. */
export function lineText(startFen: string, moves: readonly MoveView[], from = 0): string {
  return numbered(startFen, moves, from)
    .map(({ number, san }) => (number ? `${number} ${san}` : san))
    .join(' ');
}
