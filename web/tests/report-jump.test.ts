// SPDX-License-Identifier: AGPL-3.0-or-later
import { describe, expect, it } from 'vitest';
import type { AnalysedMove, JudgementView } from '../src/platform/protocol';
import { moverOf, nextOf, numbered, numberedLine } from '../src/analysis/report/jump';

const move = (ply: number, judgement: JudgementView | null) => ({ ply, judgement }) as AnalysedMove;
const moves = [move(1, 'mistake'), move(2, 'mistake'), move(3, null), move(5, 'mistake'), move(7, 'blunder')];

describe('a count', () => {
  it('jumps to the next of its moves, and from the last to the first', () => {
    const next = (shown: number | null) => nextOf(moves, 'mistake', 'white', 'white', shown);
    expect([next(null), next(0), next(1), next(4), next(5)]).toEqual([1, 1, 5, 5, 1]);
    expect(nextOf(moves, 'mistake', 'black', 'white', 1)).toBe(2);
    expect(nextOf(moves, 'inaccuracy', 'white', 'white', 4)).toBe(4);
  });
});

describe('a move', () => {
  it('is named by its number in the game', () => {
    expect([1, 2, 3].map((ply) => numbered('x', ply, 'white', 1))).toEqual(['1. x', '1… x', '2. x']);
    expect([1, 2, 3].map((ply) => numbered('x', ply, 'black', 20))).toEqual(['20… x', '21. x', '21… x']);
    expect([moverOf(1, 'white'), moverOf(2, 'white'), moverOf(1, 'black')]).toEqual(['white', 'black', 'black']);
  });

  it('and a line of moves by the number of each move of White, and of its first', () => {
    const line = ['a', 'b', 'c'].map((san) => ({ san }));
    expect([1, 2].map((ply) => numberedLine(line, ply, 'white', 1))).toEqual(['1. a b 2. c', '1… a 2. b c']);
    expect([1, 2].map((ply) => numberedLine(line, ply, 'black', 20))).toEqual(['20… a 21. b c', '21. a b 22. c']);
  });
});
