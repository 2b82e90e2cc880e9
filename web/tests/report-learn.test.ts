// SPDX-License-Identifier: AGPL-3.0-or-later
import { describe, expect, it } from 'vitest';
import type { AnalysedMove, JudgementView, LineMove } from '../src/platform/protocol';
import { MOST_LOST, type LearnEvent, type Learning, asked, begin, hinted, mistakesOf, reachedIn, step } from '../src/analysis/report/learn';

const named = (uci: string) => ({ uci, san: uci });

function move(ply: number, judgement: JudgementView | null, better: string[] = ['e2e4']): AnalysedMove {
  return {
    ply,
    uci: 'a2a3',
    san: 'a3',
    eval: { kind: 'cp', cp: 0 },
    win: 500,
    accuracy: 500,
    loss: 100,
    judgement,
    reason: null,
    better: better.map(named),
    line: [],
  };
}

const moves = [move(1, 'mistake'), move(2, 'blunder'), move(3, null), move(5, 'inaccuracy'), move(7, 'blunder', [])];
const start = () => begin(mistakesOf(moves, 'white', 'white'));
const after = (...events: LearnEvent[]): Learning => events.reduce(step, start());
const play = (uci: string, mates = false): LearnEvent => ({ kind: 'play', move: named(uci), mates });
const judged = (uci: string, lost: number | null): LearnEvent => ({ kind: 'judged', uci, lost });

describe('the mistakes of a side', () => {
  it('are its judged moves for which there is a better line', () => {
    expect(mistakesOf(moves, 'white', 'white').map(({ before }) => before)).toEqual([0, 4]);
    expect(mistakesOf(moves, 'black', 'white').map(({ before }) => before)).toEqual([1]);
    // A game from a position with Black to move.
    expect(mistakesOf(moves, 'black', 'black').map(({ before }) => before)).toEqual([0, 4]);
  });

  it('may be none', () => {
    const nothing = begin([]);
    expect(nothing.stage).toEqual({ kind: 'over' });
    expect(asked(nothing)).toBeNull();
    expect(step(nothing, { kind: 'next' })).toBe(nothing);
  });
});

describe('a move that is tried', () => {
  it('is best where the engine would play it', () => {
    const learning = after(play('e2e4'));
    expect(learning.stage).toEqual({ kind: 'found', move: named('e2e4'), verdict: 'best' });
    expect(learning.found).toBe(1);
  });

  it('is looked at where it is another one, and good below the threshold of the verdicts', () => {
    const checked = after(play('d2d4'));
    expect(checked.stage.kind).toBe('check');
    expect(step(checked, judged('d2d4', MOST_LOST - 1)).stage).toMatchObject({ kind: 'found', verdict: 'good' });
    expect(step(checked, judged('d2d4', MOST_LOST)).stage).toMatchObject({ kind: 'ask', last: 'wrong' });
    expect(step(checked, judged('d2d4', null)).stage).toMatchObject({ kind: 'ask', last: 'wrong' });
    // What is said of another move comes too late.
    expect(step(checked, judged('g1f3', 0))).toBe(checked);
  });

  it('is good where it mates, and needs no engine', () => {
    expect(after(play('d1h5', true)).stage).toMatchObject({ kind: 'found', verdict: 'good' });
  });

  it('is wrong at once where it is the one of the game', () => {
    expect(after(play('a2a3')).stage).toEqual({ kind: 'ask', hint: 0, last: 'same' });
  });

  it('may be castling in either notation', () => {
    const [castles] = mistakesOf([move(1, 'mistake', ['e1h1'])], 'white', 'white');
    const asking = (better: LineMove) => begin(castles ? [{ ...castles, better: [better] }] : []);
    const tried = (better: LineMove, move: LineMove) => step(asking(better), { kind: 'play', move, mates: false }).stage;
    expect(tried({ uci: 'e1h1', san: 'O-O' }, { uci: 'e1g1', san: 'O-O+' })).toMatchObject({ kind: 'found', verdict: 'best' });
    expect(tried({ uci: 'e1h1', san: 'O-O' }, { uci: 'e1c1', san: 'O-O-O' }).kind).toBe('check');
    // A rook on e1 goes to either square, and that is no castling.
    expect(tried({ uci: 'e1h1', san: 'Rh1' }, { uci: 'e1g1', san: 'Rg1' }).kind).toBe('check');
  });
});

describe('help', () => {
  it('names the piece first, then its square, and is kept while moves are tried', () => {
    expect(hinted(start())).toBeNull();
    expect(hinted(after({ kind: 'hint' }))).toEqual({ from: 'e2', to: null });
    const twice = after({ kind: 'hint' }, { kind: 'hint' }, { kind: 'hint' });
    expect(hinted(twice)).toEqual({ from: 'e2', to: 'e4' });
    expect(hinted(step(twice, play('d2d4')))).toEqual({ from: 'e2', to: 'e4' });
    expect(hinted(step(step(twice, play('d2d4')), judged('d2d4', 900)))).toEqual({ from: 'e2', to: 'e4' });
  });

  it('shows the solution, which counts as shown', () => {
    const shown = after({ kind: 'show' });
    expect([shown.stage.kind, shown.shown, shown.found]).toEqual(['shown', 1, 0]);
    expect(step(shown, play('e2e4'))).toBe(shown);
    expect(step(shown, { kind: 'again' })).toEqual(start());
  });
});

describe('the way through', () => {
  it('goes from mistake to mistake and ends', () => {
    const learning = after(play('e2e4'), { kind: 'next' });
    expect(asked(learning)?.before).toBe(4);
    expect(learning.stage).toEqual({ kind: 'ask', hint: 0, last: null });
    const over = step(step(learning, { kind: 'show' }), { kind: 'next' });
    expect([over.stage.kind, over.found, over.shown]).toEqual(['over', 1, 1]);
    expect(asked(over)).toBeNull();
  });

  it('takes a move back, and what it counted', () => {
    expect(after(play('e2e4'), { kind: 'again' })).toEqual(start());
    expect(after(play('d2d4'), { kind: 'again' })).toEqual(start());
  });
});

it('goes on where it was, and behind an answer that was right', () => {
  const [one] = start().mistakes;
  const two = [one!, { ...one!, before: 8 }];
  const asks = step(begin(two), { kind: 'next' });
  expect(reachedIn(asks)).toEqual({ before: 8, found: 0, shown: 0 });
  expect(begin(two, reachedIn(asks))).toEqual(asks);
  const shown = step(begin(two), { kind: 'show' });
  expect(begin(two, reachedIn(shown))).toMatchObject({ at: 1, shown: 1, stage: { kind: 'ask' } });
  expect(reachedIn(step(asks, { kind: 'next' })), 'all were asked').toBeNull();
  expect(begin(two, { before: 5, found: 1, shown: 1 }), 'a mistake that is none any more').toEqual(begin(two));
  expect(step(step(asks, { kind: 'next' }), { kind: 'restart' })).toEqual(begin(two));
});
