// SPDX-License-Identifier: AGPL-3.0-or-later
// What stands below the board, in one sentence.
import { advantageOf } from '../analysis/score';
import { t } from '../locale';
import type { PuzzleWhy } from '../platform/protocol';
import { bestOf, type LostRun } from './run.svelte';
import { withFigures } from './sets/sets.svelte';
import type { Solver } from './solver.svelte';

export function noticeOf(solver: Solver): string {
  const words = t.puzzles;
  const { puzzle, stage, why, problem } = solver;
  if (problem) return problem;
  // Of the move that ended it, it can be asked why.
  if (solver.run?.isOver && why === null && stage !== 'shown') return words.runOver(solver.run.kind, solver.run.solved, Math.max(solver.run.best, solver.run.solved), solver.run.why);
  if (solver.isReported) return words.reported;
  switch (stage) {
    case 'loading':
      return '';
    case 'solve':
    case 'asking':
      if (solver.hinted) return words.hinted(solver.hinted);
      if (solver.hasJustFound) return words.right;
      if (solver.played) return words.today.find(withFigures(solver.played));
      if (!puzzle) return '';
      if (solver.hasLeftWithdrawn) return `${words.withdrawn} ${words.find[puzzle.solver]}`;
      if (isAfterMiss(solver)) return `${t.races.told.wrong} ${words.find[puzzle.solver]}`;
      return solver.lost ? `${ended(solver.lost)} ${words.find[puzzle.solver]}` : words.find[puzzle.solver];
    case 'wrong':
      if (why === 'asking') return words.looking;
      if (why === 'failed') return words.noReason;
      if (why) return why.reason ? t.report.reason(why.reason) : stands(why);
      return solver.played !== null && solver.line.move?.san === solver.played ? words.asInGame : words.wrong;
    case 'good':
      return words.good;
    case 'solved':
      return solver.isSpoilt ? words.solvedAfter : words.solved;
    case 'shown':
      return words.shown;
    case 'none':
      return solver.set ? words.sets.through(solver.set.puzzles.filter(({ last }) => last === 'solved').length, solver.set.puzzles.length) : noneLeft(solver);
    case 'failed':
      return words.unreachable;
  }
}

/** Nothing is left of what was chosen, or of all. */
function noneLeft({ wish }: Solver): string {
  const choices = wish.themes.length + (wish.opening ? 1 : 0);
  return choices > 0 ? t.puzzles.noneOf(choices) : t.puzzles.none;
}

const ended = ({ kind, solved }: LostRun): string => t.puzzles.runLost(kind, solved, Math.max(solved, bestOf(kind)));

/** The puzzle before this one was missed in a run, and no move is played in this one. */
const isAfterMiss = ({ run, stage, line }: Solver): boolean => run?.hasJustMissed === true && !run.isOver && stage === 'solve' && line.tree.moves.length === 1;

/** How it stands after the best answer: no more than the engine says. */
function stands({ line: [answer], stands: score }: PuzzleWhy): string {
  const words = t.puzzles;
  if (!answer || score === null || score.kind === 'mated') return words.refuted(answer?.san ?? '');
  const { kind, side, moves } = advantageOf(score.kind === 'cp' ? { cp: score.cp } : { mate: score.moves });
  return words.standsAfter(kind, side, answer.san, moves);
}

/** How loud it is. */
export function toneOf(solver: Solver): 'plain' | 'right' | 'refusal' {
  const { stage, problem } = solver;
  if (stage === 'solved') return 'right';
  if (solver.hasJustFound && !problem && (stage === 'solve' || stage === 'asking')) return 'right';
  return problem || stage === 'wrong' || stage === 'failed' || isAfterMiss(solver) ? 'refusal' : 'plain';
}
