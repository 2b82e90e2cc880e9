// SPDX-License-Identifier: AGPL-3.0-or-later
import type { AnalysedMove, Color, JudgementView } from '../../platform/protocol';

/** Who made the move that is the half-move of this number, from 1 on. */
export function moverOf(ply: number, first: Color): Color {
  return (ply % 2 === 1) === (first === 'white') ? 'white' : 'black';
}

/** The next such move of a side behind the shown position; after the last one the first. The shown position where there is none. */
export function nextOf(
  moves: readonly AnalysedMove[],
  judgement: JudgementView,
  side: Color,
  first: Color,
  shown: number | null,
): number {
  const all = moves.filter((move) => move.judgement === judgement && moverOf(move.ply, first) === side);
  const next = all.find(({ ply }) => ply > (shown ?? 0)) ?? all[0];
  return next?.ply ?? shown ?? 0;
}

/** `12. Nf3`, `12… Nf6`: a move with its number, in a game whose first move has this number. */
export function numbered(san: string, ply: number, first: Color, number: number): string {
  const half = ply - 1 + (first === 'black' ? 1 : 0);
  const move = number + Math.floor(half / 2);
  return `${move}${half % 2 === 0 ? '.' : '…'} ${san}`;
}

/** `12. Nf3 Nf6 13. g3`, `12… Nf6 13. g3`: moves that follow each other, the first of them the half-move of this number. */
export function numberedLine(moves: readonly { san: string }[], ply: number, first: Color, number: number): string {
  const text = ({ san }: { san: string }, index: number) =>
    index === 0 || moverOf(ply + index, first) === 'white' ? numbered(san, ply + index, first, number) : san;
  return moves.map(text).join(' ');
}
