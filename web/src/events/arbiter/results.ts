// SPDX-License-Identifier: AGPL-3.0-or-later
// Results as they are typed at the desk.
import { type EventBoardView, TYPED_RESULTS } from '../../platform/protocol';
import { OUTCOMES, turned } from '../event.svelte';

/** The result that somebody typed, as arbiters write it and as the server reads it; null if it is none. */
export function typedResult(text: string): string | null {
  const typed = text
    .replaceAll(/\s/g, '')
    .replaceAll(/[–—−:]/g, '-')
    .replaceAll(/½|0[.,]5/g, '1/2');
  const short = Object.hasOwn(TYPED_RESULTS, typed) ? TYPED_RESULTS[typed] : undefined;
  return OUTCOMES.find((outcome) => outcome === (short ?? typed)) ?? null;
}

/** Whether a board waits for a result. */
export const isOpen = ({ games }: EventBoardView): boolean => !games.at(-1)?.outcome;

/** Whether its game runs on this server: a result ends it. */
export const runs = (board: EventBoardView): boolean => board.online && !board.left && isOpen(board) && Boolean(board.games.at(-1)?.game);

/** The last result of a board in the order of the names; null while it has none. Of a match it is that of the last game with one. */
export function lastResult({ games }: EventBoardView): string | null {
  const last = games.findLast(({ outcome }) => outcome);
  return last?.outcome ? (last.turned ? turned(last.outcome) : last.outcome) : null;
}

/** What a board has, to see later whether somebody has entered something: how many games, and the results. */
export const standing = (board: EventBoardView | undefined): string => board?.games.map(({ outcome }) => outcome ?? '?').join(' ') ?? '';

/** The board with a number. */
export const boardOf = (boards: readonly EventBoardView[], number: number): EventBoardView | undefined => boards.find((board) => board.number === number);

/** The number of the next board that waits for a result after this one, and from the first one again; null if none does. */
export function nextOpen(boards: readonly EventBoardView[], after: number): number | null {
  const numbers = boards.filter(isOpen).map(({ number }) => number);
  return numbers.find((number) => number > after) ?? numbers[0] ?? null;
}
