// SPDX-License-Identifier: AGPL-3.0-or-later
// The views of the page of puzzles, by the part of its address after `#`: a puzzle (`#abc`), a puzzle of a set (`#/in/SET/abc`),
// all sets (`#/sets`), one set (`#/set/SET`), all lessons (`#/today`), one lesson (`#/today/LESSON`), a new race (`#/race`), a race
// (`#/race/RACE`), the puzzle of the day (`#/daily`). They are one page, so that no other page loads more because of them.

export type View =
  | { view: 'solve' }
  /** The puzzles of a set, one after the other. */
  | { view: 'in'; id: string }
  | { view: 'sets' }
  | { view: 'set'; id: string }
  /** The lessons of a teacher, and one of them. */
  | { view: 'today'; id: string | null }
  /** A new race, and one of them. */
  | { view: 'race'; id: string | null };

/** Whether it can be a race's id. Where a site has several nodes, it ends in the number of the one that the race is on. */
export const isRaceId = (id: string): boolean => /^\w{1,16}(-\d{1,19})?$/.test(id);

/** The view that a hash names. What names none is a puzzle. */
export function viewOf(hash: string): View {
  const [, view, id = ''] = hash.replace(/^#/, '').split('/');
  const isId = /^\w{1,16}$/.test(id);
  if (view === 'sets') return { view };
  if (view === 'today' && (isId || id === '')) return { view, id: id || null };
  if (view === 'race' && (isRaceId(id) || id === '')) return { view, id: id || null };
  if ((view === 'set' || view === 'in') && isId) return { view, id };
  return { view: 'solve' };
}

/** Whether both show the same, so that nothing is drawn anew. */
export const isSame = (one: View, other: View): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The hash of the puzzle of the day. */
export const DAILY = '#/daily';

/** Whether a hash names the puzzle of the day. */
export const isDaily = (hash: string): boolean => hash === DAILY;

/** The puzzle that a hash names; null if it names none. */
export const puzzleIn = (hash: string): string | null => /^#(?:\/in\/\w{1,16}\/)?(\w{1,16})$/.exec(hash)?.[1] ?? null;
