// SPDX-License-Identifier: AGPL-3.0-or-later
// Whether the next round can be paired, as the server will say, and what it waits for.
import type { EventBoardView, EventView } from '../platform/protocol';

/** Why it can't: the last round has not begun, results are missing, they are missing in the last of all rounds, or all are played. */
export type NotYet = 'published' | 'results' | 'last' | 'played';

const isOpen = ({ games }: EventBoardView): boolean => !games.at(-1)?.outcome;

/** Null where the next round can be paired, or is a draft. */
export function notYet({ facts, rounds }: Pick<EventView, 'facts' | 'rounds'>): NotYet | null {
  const last = rounds.at(-1);
  if (!last || last.stage === 'draft') return null;
  if (last.stage === 'published') return 'published';
  const isLast = rounds.length >= facts.total_rounds;
  if (last.boards.some((board) => !board.postponed && isOpen(board))) return isLast ? 'last' : 'results';
  return isLast ? 'played' : null;
}

/** What players are told of it: the boards that are still playing, or what the organiser does next. */
export type Waits = { for: 'boards' | 'last'; boards: number[]; next: number } | { for: 'start' | 'pair'; round: number };

/** Null before the first round, where a round begins by itself, and when all is over. */
export function waitsFor({ facts, rounds: all }: Pick<EventView, 'facts' | 'rounds'>): Waits | null {
  const rounds = all.filter(({ stage }) => stage !== 'draft');
  const last = rounds.at(-1);
  if (!last || facts.stage !== 'running' || facts.next_start !== null) return null;
  const why = notYet({ facts, rounds });
  if (why === 'published') return { for: 'start', round: rounds.length };
  if (why === null) return { for: 'pair', round: rounds.length + 1 };
  if (why === 'played') return null;
  const boards = last.boards.filter((board) => !board.postponed && isOpen(board)).map(({ number }) => number);
  return { for: why === 'last' ? 'last' : 'boards', boards, next: rounds.length + 1 };
}

/** The games that are played later and have no result. */
export function postponed({ rounds }: Pick<EventView, 'rounds'>): { round: number; board: EventBoardView }[] {
  return rounds.flatMap(({ boards }, place) => boards.filter((board) => board.postponed && isOpen(board)).map((board) => ({ round: place + 1, board })));
}
