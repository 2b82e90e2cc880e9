// SPDX-License-Identifier: AGPL-3.0-or-later
// "Learn from your mistakes": the positions of a game in which one side went wrong, asked anew one after the other. Pure: what
// happens is told by events, and every state says what is to be shown.
import type { AnalysedMove, Color, JudgementView, LineMove, ReasonView } from '../../platform/protocol';

/** The judgement's own threshold, in thousandths of winning chances: a move that loses less is no mistake, and is right here. */
export const MOST_LOST = 50;

/** A move of the game that was judged, and what would have been better. */
export interface Mistake {
  /** The number of half-moves before it. */
  readonly before: number;
  readonly played: LineMove;
  readonly judgement: JudgementView;
  readonly reason: ReasonView | null;
  /** The engine's line. The first move is its answer. */
  readonly better: readonly LineMove[];
}

/** Whose mistakes are learnt from, where it is not whoever learns. */
export interface Learnt {
  readonly side: Color;
  /** Null where nobody knows the name, or both players have the same. */
  readonly name: string | null;
}

/** A lesson that can be begun. */
export interface Offered {
  readonly side: Color;
  readonly mistakes: readonly Mistake[];
  /** What the lesson is called. */
  readonly title: string;
  /** How many nodes the server's analysis looked at in each position. */
  readonly nodes: number;
}

/** How far a lesson is, for whoever loads its page again. */
export interface Reached {
  /** The number of half-moves before the mistake that is asked. */
  readonly before: number;
  readonly found: number;
  readonly shown: number;
}

/** The mistakes of one side, in the order of the game. `first` made the first move of the game. */
export function mistakesOf(moves: readonly AnalysedMove[], side: Color, first: Color): Mistake[] {
  const mover = (ply: number): Color => ((ply % 2 === 1) === (first === 'white') ? 'white' : 'black');
  return moves.flatMap(({ ply, uci, san, judgement, reason, better }) =>
    judgement !== null && better.length > 0 && mover(ply) === side
      ? [{ before: ply - 1, played: { uci, san }, judgement, reason, better }]
      : [],
  );
}

/** What came of a move that was tried. */
export type Verdict =
  /** The engine's own move. */
  | 'best'
  /** It mates, or loses so little that nobody would call it a mistake. It costs nothing. */
  | 'good'
  /** It was played in the game. */
  | 'same'
  | 'wrong';

export interface Learning {
  readonly mistakes: readonly Mistake[];
  /** Which of them is asked. */
  readonly at: number;
  readonly stage:
    | { readonly kind: 'ask'; readonly hint: 0 | 1 | 2; readonly last: Verdict | null }
    /** A move is being looked at. */
    | { readonly kind: 'check'; readonly move: LineMove; readonly hint: 0 | 1 | 2 }
    | { readonly kind: 'found'; readonly move: LineMove; readonly verdict: 'best' | 'good' }
    | { readonly kind: 'shown' }
    /** All were asked. */
    | { readonly kind: 'over' };
  /** How many were found, and how many the learner had shown. */
  readonly found: number;
  readonly shown: number;
}

export type LearnEvent =
  | { readonly kind: 'play'; readonly move: LineMove; readonly mates: boolean }
  /** What the move that is looked at loses, in thousandths of winning chances; null where nobody can say. */
  | { readonly kind: 'judged'; readonly uci: string; readonly lost: number | null }
  | { readonly kind: 'hint' }
  | { readonly kind: 'show' }
  /** Back to the position, after a move that was right, or after the solution. */
  | { readonly kind: 'again' }
  | { readonly kind: 'next' }
  /** From the first mistake on once more, after the last one. */
  | { readonly kind: 'restart' };

/** How learning begins. */
export function begin(mistakes: readonly Mistake[], reached: Reached | null = null): Learning {
  const kind = mistakes.length > 0 ? ask : ({ kind: 'over' } as const);
  const at = mistakes.findIndex(({ before }) => before === reached?.before);
  if (reached === null || at < 0) return { mistakes, at: 0, stage: kind, found: 0, shown: 0 };
  return { mistakes, at, stage: kind, found: reached.found, shown: reached.shown };
}

/** Where a lesson is; null when all were asked. What was found at the mistake that is asked counts once it is left. */
export function reachedIn(learning: Learning): Reached | null {
  const { at, mistakes, stage, found, shown } = learning;
  const mistake = asked(learning);
  if (mistake === null) return null;
  // Somebody who comes back after a right answer goes on with the next mistake.
  const isDone = stage.kind === 'found' || stage.kind === 'shown';
  const next = isDone ? mistakes[at + 1] : mistake;
  return next ? { before: next.before, found, shown } : null;
}

const ask = { kind: 'ask', hint: 0, last: null } as const;

/** The position that is asked; null when all were. */
export function asked({ mistakes, at, stage }: Learning): Mistake | null {
  return stage.kind === 'over' ? null : (mistakes[at] ?? null);
}

/** What a hint tells: first the square of the piece, then where it goes. */
export function hinted(learning: Learning): { from: string; to: string | null } | null {
  const { stage } = learning;
  const uci = asked(learning)?.better[0]?.uci;
  if (uci === undefined || (stage.kind !== 'ask' && stage.kind !== 'check') || stage.hint === 0) return null;
  return { from: uci.slice(0, 2), to: stage.hint === 2 ? uci.slice(2, 4) : null };
}

/** Castling is written in two ways as squares, which a rook or a queen may go, too; as text it is written in one. */
function isSame(one: LineMove, other: LineMove): boolean {
  const castles = ({ san }: LineMove) => /^O-O(-O)?/.exec(san)?.[0] ?? null;
  return one.uci === other.uci || (castles(one) !== null && castles(one) === castles(other));
}

/** The state after an event. An event that means nothing now changes nothing. */
export function step(learning: Learning, event: LearnEvent): Learning {
  const { stage } = learning;
  const mistake = asked(learning);
  if (mistake === null) return event.kind === 'restart' ? begin(learning.mistakes) : learning;
  switch (event.kind) {
    case 'play':
      return stage.kind === 'ask' ? { ...learning, ...tried(learning, mistake, stage.hint, event) } : learning;
    case 'judged': {
      if (stage.kind !== 'check' || stage.move.uci !== event.uci) return learning;
      const isRight = event.lost !== null && event.lost < MOST_LOST;
      return isRight ? found(learning, stage.move, 'good') : missed(learning, 'wrong', stage.hint);
    }
    case 'hint':
      if (stage.kind !== 'ask') return learning;
      return { ...learning, stage: { kind: 'ask', hint: stage.hint === 0 ? 1 : 2, last: null } };
    case 'show':
      if (stage.kind !== 'ask' && stage.kind !== 'check') return learning;
      return { ...learning, stage: { kind: 'shown' }, shown: learning.shown + 1 };
    case 'again': {
      if (stage.kind === 'found') return { ...learning, stage: ask, found: learning.found - 1 };
      if (stage.kind === 'shown') return { ...learning, stage: ask, shown: learning.shown - 1 };
      return stage.kind === 'check' ? { ...learning, stage: { kind: 'ask', hint: stage.hint, last: null } } : learning;
    }
    case 'next': {
      const at = learning.at + 1;
      return { ...learning, at, stage: at < learning.mistakes.length ? ask : { kind: 'over' } };
    }
    case 'restart':
      return learning;
  }
}

function tried(
  learning: Learning,
  mistake: Mistake,
  hint: 0 | 1 | 2,
  { move, mates }: { move: LineMove; mates: boolean },
): Learning {
  const [best] = mistake.better;
  if (best && isSame(move, best)) return found(learning, move, 'best');
  // Any mate wins at once.
  if (mates) return found(learning, move, 'good');
  if (isSame(move, mistake.played)) return missed(learning, 'same', hint);
  return { ...learning, stage: { kind: 'check', move, hint } };
}

function found(learning: Learning, move: LineMove, verdict: 'best' | 'good'): Learning {
  return { ...learning, stage: { kind: 'found', move, verdict }, found: learning.found + 1 };
}

function missed(learning: Learning, last: Verdict, hint: 0 | 1 | 2): Learning {
  return { ...learning, stage: { kind: 'ask', hint, last } };
}
