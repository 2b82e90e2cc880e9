// SPDX-License-Identifier: AGPL-3.0-or-later
// Lessons of a teacher: the games that were named, and what each pupil has of them.
import { t } from '../../locale';
import { ApiError, read, send } from '../../platform/api';
import type { EventList, EventListed, LessonPupil, LessonPuzzle, LessonSummary, LessonView, NewLesson, PupilName } from '../../platform/protocol';
import { problemOf } from '../../ui/problem';

/** How often it is asked how far a lesson is that is being made, in milliseconds. */
const AGAIN = 3_000;
const path = (id: string, call = '') => `/api/page/puzzle-lessons/${encodeURIComponent(id)}${call && `/${call}`}`;

export const readLessons = (): Promise<LessonSummary[]> => read('/api/page/puzzle-lessons');
export const makeLesson = (wish: NewLesson): Promise<LessonView> => send('POST', '/api/page/puzzle-lessons', wish);
export const readPupils = (): Promise<PupilName[]> => read('/api/page/puzzle-pupils');

export const deleteLesson = (id: string): Promise<void> => send('POST', path(id, 'delete'));

/** The events whose games a teacher may name, those that run first; none where they can't be had. */
export async function readEvents(): Promise<EventListed[]> {
  try {
    const { current, past } = await read<EventList>('/api/page/events');
    return [...current, ...past].filter(({ stage }) => stage === 'running' || stage === 'finished');
  } catch {
    return [];
  }
}

/** The first and the last moment of a day that a field of type `date` names, in milliseconds since 1970; null if it names none. */
export function spanOf(day: string): [number, number] | null {
  const from = new Date(`${day}T00:00:00`);
  if (!Number.isFinite(from.getTime())) return null;
  const to = new Date(from);
  to.setDate(to.getDate() + 1);
  return [from.getTime(), to.getTime() - 1];
}

/** Minutes that are left, from what is done since `first` were; null while nothing is known. */
export function minutesLeft({ done, total }: { done: number; total: number }, first: number, passed: number): number | null {
  const fresh = done - first;
  if (fresh <= 0) return null;
  return Math.max(1, Math.round(((total - done) * passed) / fresh / 60_000));
}

/** How a pupil is called on a sheet: by the real name where there is one. */
export const calledOf = (pupil: LessonPupil): string => pupil.real_name ?? pupil.name;

/** Which game and move a position comes from, against whom if that is one of `named`; empty where it is not known. */
export function momentOf({ game, opponent, puzzle }: LessonPuzzle, named: readonly LessonPupil[]): string {
  const move = Number(puzzle.fen.split(' ')[5]);
  const other = opponent === null ? undefined : named[opponent];
  return game === null ? '' : t.puzzles.today.moment(game, move, other ? calledOf(other) : null);
}

/** Why there is no new lesson, in the language of the page. */
export function refusalOf(error: unknown): string {
  return (error instanceof ApiError && t.puzzles.today.refused[error.code]) || problemOf(error);
}

/** Whether a call failed because there is nothing there for this person. Staff without a second factor are told to set one up. */
export const isNotForThem = (error: unknown): boolean =>
  error instanceof ApiError && error.needs === null && [401, 403, 404].includes(error.status);
/** Whether it fails again when it is tried again. */
const isLasting = (error: unknown): boolean => error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;

/** A lesson that is looked at until it is done. */
export class OpenLesson {
  lesson = $state.raw<LessonView | null>(null);
  left = $state<number | null>(null);
  /** Why nothing can be shown. */
  problem = $state('');
  private timer: ReturnType<typeof setTimeout> | null = null;
  private isStopped = false;
  private first: number | null = null;
  private began = 0;

  constructor(
    readonly id: string,
    private readonly now: () => number = () => performance.now(),
  ) {}

  get isDone(): boolean {
    return this.lesson !== null && this.lesson.done >= this.lesson.total;
  }

  async load(): Promise<void> {
    let goesOn = true;
    try {
      // The whole lesson has all games and positions, so it is read only when a game was done.
      if (this.lesson !== null) {
        const summary = (await readLessons()).find(({ id }) => id === this.id);
        if (summary?.done === this.lesson.done) return this.again();
      }
      const found = await read<LessonView>(path(this.id));
      if (this.first === null) [this.first, this.began] = [found.done, this.now()];
      this.left = minutesLeft(found, this.first, this.now() - this.began);
      this.lesson = found;
      this.problem = '';
    } catch (error) {
      goesOn = !isLasting(error);
      if (!goesOn) this.lesson = null;
      // What is shown stays while the server can't be reached.
      if (this.lesson === null) this.problem = isNotForThem(error) ? t.puzzles.today.missing : problemOf(error);
    }
    if (goesOn) this.again();
  }

  private again(): void {
    if (!this.isDone && !this.isStopped) this.timer = setTimeout(() => void this.load(), AGAIN);
  }

  stop(): void {
    this.isStopped = true;
    if (this.timer !== null) clearTimeout(this.timer);
  }
}
