// SPDX-License-Identifier: AGPL-3.0-or-later
// The English texts of the computer analysis of a game.
import type { Color, JudgementView, PieceOn, ReasonView } from '../../platform/protocol';
import { forms } from '../forms';
import { en as texts } from './index';

const { sides, roles } = texts;
const { plural, number, span } = forms('en-GB');

const on = ({ role, square }: PieceOn): string => `the ${roles[role]} on ${square}`;
const times = (count: number): string => (count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`);
const pawns = (count: number): string => plural(count, { one: '# pawn', other: '# pawns' });
const a = (role: keyof typeof roles): string => `${role === 'king' ? 'the' : 'a'} ${roles[role]}`;

/** Why a move is bad, without the move itself. */
function reason(why: ReasonView): string {
  switch (why.kind) {
    case 'allows_mate':
      return `Allows mate in ${why.moves}.`;
    case 'misses_mate':
      return `Misses mate in ${why.moves}.`;
    case 'stalemates':
      return 'Gives stalemate.';
    case 'hangs': {
      const defended = why.defenders === 0 ? 'not defended' : `defended ${times(why.defenders)}`;
      const pinned = why.pinned ? `, and ${on(why.pinned)} is pinned` : '';
      // As many defenders as attackers are no explanation, unless one of them is pinned.
      const counts = why.attackers > why.defenders || why.pinned ? `: attacked ${times(why.attackers)}, ${defended}${pinned}` : '';
      return why.left ? `Leaves ${on(why.piece)} hanging${counts}.` : `Hangs ${on(why.piece)}${counts}.`;
    }
    case 'loses':
      return `Loses ${a(why.role)} for ${a(why.price)}.`;
    case 'lets_promote':
      return `Lets the pawn on ${why.square} promote.`;
    case 'spares':
      return `Misses taking ${on(why.piece)}.`;
    case 'allows_fork':
      return `Allows a fork: the ${roles[why.by.role]} on ${why.by.square} attacks ${why.targets.map(on).join(' and ')}.`;
    case 'loses_material':
      return `Loses material worth ${pawns(why.pawns)}.`;
    case 'misses_material':
      return `Misses a line that wins material worth ${pawns(why.pawns)}.`;
  }
}

export const report = {
  title: 'Computer analysis',
  ask: 'Request computer analysis',
  left: (left: number, aDay: number) =>
    left === 0
      ? `You have used your ${plural(aDay, { one: '# analysis', other: '# analyses' })} for today. Try again tomorrow.`
      : `${number(left)} of ${plural(aDay, { one: '# analysis', other: '# analyses' })} left today`,
  /** What the analysis will tell. */
  about: 'Shows how well each side played, where the game turned, and why.',
  waits: (ahead: number) =>
    ahead === 0 ? 'Next in the queue' : plural(ahead, { one: '# game is ahead of this one', other: '# games are ahead of this one' }),
  begun: 'The analysis has begun.',
  done: 'The analysis is done.',
  grows: (done: number, of: number) => `${number(done)} of ${plural(of, { one: '# half-move', other: '# half-moves' })}`,
  failed: 'The analysis didn’t work. You can ask for it again.',
  cut: (count: number) => `Only the first ${number(count)} half-moves were analysed.`,
  closed: {
    missing: 'There’s no such game, or you may not see it.',
    failed: 'The analysis can’t be loaded. Check your connection, then try again.',
    running: 'This game is still being played. It can be analysed when it’s over.',
    playing: 'You are playing a game, so the engine is off for you until it ends.',
    near: 'This game shares positions with a correspondence game you are playing. You can see its analysis when your game is over.',
    usedUp: 'You have used your analyses for today. Try again tomorrow.',
    full: 'Many games are waiting for analysis right now. Try again in a few minutes.',
  },
  totals: 'Both sides in numbers',
  accuracy: 'Accuracy',
  opening: 'Opening',
  middlegame: 'Middlegame',
  endgame: 'Endgame',
  moves: 'Moves',
  from: 'First move of the range',
  to: 'Last move of the range',
  took: (ms: number) => `The move took ${span(ms)}.`,
  faultless: 'No mistakes to learn from.',
  averageLoss: 'Average loss in pawns',
  counts: { inaccuracy: 'Inaccuracies', mistake: 'Mistakes', blunder: 'Blunders' } satisfies Record<JudgementView, string>,
  names: { inaccuracy: 'Inaccuracy', mistake: 'Mistake', blunder: 'Blunder' } satisfies Record<JudgementView, string>,
  jump: (judgement: JudgementView, name: string, count: number): string => {
    const what = {
      inaccuracy: plural(count, { one: '# inaccuracy', other: '# inaccuracies' }),
      mistake: plural(count, { one: '# mistake', other: '# mistakes' }),
      blunder: plural(count, { one: '# blunder', other: '# blunders' }),
    }[judgement];
    return `${name}: ${what}. Go to the next one`;
  },
  percent: (value: number) => `${number(value, 1)} %`,
  pawns: (value: number) => number(value, 2),
  graph: 'Winning chances over the game',
  position: (ply: number, win: number | null, white: string) =>
    `After ${plural(ply, { one: '# half-move', other: '# half-moves' })}${win === null ? '' : `: ${white} ${number(win, 1)} %`}`,
  /** Before the bad move that changed the winning chances most. */
  turned: 'Where it turned:',
  verdicts: 'Inaccuracies, mistakes and blunders',
  verdictsCome: 'Bad moves and their reasons will stand here.',
  reason,
  lookDeeper: (move: string) => `Look deeper at ${move}`,
  looking: (move: string) => `Looking deeper at ${move}`,
  lookedDeeper: (move: string) => `${move} was judged with ten times as many nodes.`,
  noMistake: 'That is no mistake.',
  deepEnough: (count: number) => `${number(count)} moves of this game were judged again. There can’t be more.`,
  showBetter: (move: string) => `Try ${move} and what follows`,
  better: (line: string) => `Better: ${line}`,
  /** What follows a move that loses material. */
  follows: (line: string) => `Then: ${line}`,
  learn: 'Learn from your mistakes',
  learnAs: (side: Color, name: string | null) => `Learn from ${name ?? sides[side]}’s mistakes`,
  learning: {
    count: (at: number, of: number) => `Mistake ${number(at)} of ${number(of)}`,
    ask: (move: string, by: { side: Color; name: string | null } | null) =>
      `${by === null ? 'You' : (by.name ?? sides[by.side])} played ${move}. What would have been better?`,
    checking: (move: string) => `Looking at ${move}`,
    best: (move: string) => `${move} is the best move.`,
    good: (move: string, best: string) => `${move} is good, but there is better: ${best}.`,
    wrong: 'There’s a better move. Try again.',
    same: 'That’s the move from the game. Try another one.',
    solution: (line: string) => `The best line: ${line}`,
    hintFrom: (piece: PieceOn) => `Hint: move ${on(piece)}.`,
    hintTo: (from: string, to: string) => `Hint: from ${from} to ${to}.`,
    over: (found: number, of: number) => `You found ${number(found)} of ${plural(of, { one: '# better move', other: '# better moves' })}.`,
    hint: 'Hint',
    show: 'Show solution',
    again: 'Try again',
    next: 'Next mistake',
    finish: 'Finish',
    restart: 'Start again',
    other: 'The other side’s mistakes',
    close: 'Close',
  },
};
export default report;

declare module '../dictionary' {
  interface Parts {
    report: Worded<typeof report>;
  }
}
