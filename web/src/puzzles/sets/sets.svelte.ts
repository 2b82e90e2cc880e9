// SPDX-License-Identifier: AGPL-3.0-or-later
// The sets of whoever looks, and those that the organiser has given to the class.
import { t } from '../../locale';
import { read, send } from '../../platform/api';
import type { NewPuzzleSet, PuzzleSetLists, PuzzleSetResults, PuzzleSetView, PuzzleSheet } from '../../platform/protocol';

const path = (id: string, call = '') => `/api/page/puzzle-sets/${encodeURIComponent(id)}${call && `/${call}`}`;

export const readSets = (): Promise<PuzzleSetLists> => read('/api/page/puzzle-sets');
export const makeSet = (wish: NewPuzzleSet): Promise<PuzzleSetView> => send('POST', '/api/page/puzzle-sets', wish);
/** How many puzzles were wished for in the set that was made last, where fewer were found. */
export const fewer = $state({ id: '', wanted: 0 });

/** Makes a set, and keeps in mind where it has fewer puzzles than were wished for. */
export async function fillSet(wish: NewPuzzleSet): Promise<PuzzleSetView> {
  const made = await makeSet(wish);
  const wanted = wish.filter?.count ?? 0;
  Object.assign(fewer, made.puzzles.length < wanted ? { id: made.id, wanted } : { id: '', wanted: 0 });
  return made;
}

/** The most puzzles of a set, and the ratings that puzzles may have: the server takes no others. */
export const MOST_PUZZLES = 60;
export const RATINGS = [100, 4000] as const;

/** What is wrong with the typed numbers of a new set, field by field; empty where nothing is. */
export function wrongNumbers(count: string, from: string, to: string): { count: string; from: string; to: string } {
  const words = t.puzzles.sets;
  const whole = (typed: string) => (/^\d{1,6}$/.test(typed.trim()) ? Number(typed) : NaN);
  const isRating = (typed: string) => whole(typed) >= RATINGS[0] && whole(typed) <= RATINGS[1];
  const ofRating = (typed: string) => (isRating(typed) ? '' : words.wrongRating(...RATINGS));
  const isTurned = isRating(from) && isRating(to) && whole(from) >= whole(to);
  return {
    count: whole(count) >= 1 && whole(count) <= MOST_PUZZLES ? '' : words.wrongCount(MOST_PUZZLES),
    from: isTurned ? words.wrongOrder : ofRating(from),
    to: ofRating(to),
  };
}

export const readSet = (id: string): Promise<PuzzleSetView> => read(path(id));
export const readResults = (id: string): Promise<PuzzleSetResults> => read(path(id, 'results'));
export const readSheet = (id: string): Promise<PuzzleSheet> => send('POST', path(id, 'sheet'));
export const deleteSet = (id: string): Promise<void> => send('POST', path(id, 'delete'));
export const namePupil = (name: string, real_name: string): Promise<void> => send('POST', '/api/page/puzzle-pupils', { name, real_name });

/** The end of a day that a field of type `date` names, in milliseconds since 1970; null if it names none. */
export function endOfDay(day: string): number | null {
  const at = new Date(`${day}T23:59:59`).getTime();
  return Number.isFinite(at) ? at : null;
}

/** The day of a time, as a field of type `date` has it. */
export function dayOf(at: number): string {
  const day = new Date(at);
  const two = (number: number) => String(number).padStart(2, '0');
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}

/** The letters of pieces in SAN as pictures, which every language reads. */
const FIGURES: Record<string, string> = { K: '♔', Q: '♕', R: '♖', B: '♗', N: '♘' };
export const withFigures = (san: string): string => san.replace(/[KQRBN]/g, (letter) => FIGURES[letter] ?? letter);

/** One set: what it holds, and what its owner does with it. */
export class OpenSet {
  set = $state.raw<PuzzleSetView | null>(null);
  results = $state.raw<PuzzleSetResults | null>(null);
  sheet = $state.raw<PuzzleSheet | null>(null);

  constructor(readonly id: string) {}

  async load(): Promise<void> {
    this.set = await readSet(this.id);
    if (this.set.may_assign && this.set.due !== null) this.results = await readResults(this.id);
  }

  private async change(call: string, body: object): Promise<void> {
    this.set = await send<PuzzleSetView>('POST', path(this.id, call), { seen: this.set?.version ?? 0, ...body });
    this.results = this.set.may_assign && this.set.due !== null ? await readResults(this.id) : null;
  }

  rename(name: string): Promise<void> {
    return this.change('', { name });
  }

  /** Takes a puzzle out. */
  remove(id: string): Promise<void> {
    return this.change('', { puzzles: this.set?.puzzles.map((puzzle) => puzzle.id).filter((other) => other !== id) ?? [] });
  }

  /** Puts a puzzle one place further to the front. */
  forward(id: string): Promise<void> {
    const puzzles = this.set?.puzzles.map((puzzle) => puzzle.id) ?? [];
    const at = puzzles.indexOf(id);
    if (at > 0) puzzles.splice(at - 1, 2, id, puzzles[at - 1] ?? id);
    return this.change('', { puzzles });
  }

  /** Gives it to the class until the end of this day; null takes it back. */
  assign(day: string | null): Promise<void> {
    return this.change('assign', { due: day === null ? null : endOfDay(day) });
  }

  async name(pupil: string, real: string): Promise<void> {
    await namePupil(pupil, real);
    this.results = await readResults(this.id);
  }

  /** What is printed. */
  async paper(): Promise<void> {
    this.sheet = await readSheet(this.id);
  }
}

/** Adds a puzzle to the end of a set. */
export async function addTo(id: string, puzzle: string): Promise<void> {
  const set = await readSet(id);
  const puzzles = set.puzzles.map((one) => one.id);
  if (!puzzles.includes(puzzle)) await send('POST', path(id), { seen: set.version, puzzles: [...puzzles, puzzle] });
}
