// SPDX-License-Identifier: AGPL-3.0-or-later
// What somebody has worked out stays in the browser when the tab is closed: for each game, and for the free board. Old work
// makes room for new. Several people may use one browser, so each board belongs to whoever was logged in.
import { recall } from '../platform/storage';
import { isBoard, type KeptBoard } from './shape';

/** Whose board it is, by the account's name or `''` for a guest, and of which game; the free board (null). */
export interface Place {
  readonly owner: string;
  readonly game: string | null;
}

const INDEX = 'analysis.kept';
/** A player who annotates each game of a season has some hundred; what they weigh in all is bounded by itself. */
export const MOST_BOARDS = 200;
/** With less room than for so many boards, or so many letters, it is said which one goes next. */
const LITTLE = 5;
const LITTLE_LETTERS = 300_000;
/** Letters of one board, and of all. Browsers keep some 5 million for a site. */
export const MOST_OF_ONE = 1_000_000;
const MOST_OF_ALL = 3_000_000;

interface Listed {
  name: string;
  length: number;
  /** Who played, and where it is: to be named before it goes. Missing for what was kept by an older page. */
  title?: string;
}

/** How much is left, where that is little. */
export interface Room {
  /** So many boards more are kept before another one goes; 0 where the next letters may be too many. */
  left: number;
  /** What goes next; null where it is another account's. */
  next: string | null;
}

/** How a board is named: who played, and its address. */
function titleOf({ game }: Place, { game: { tags } }: KeptBoard): string {
  const tag = (wanted: string) => tags.find(([name]) => name === wanted)?.[1] ?? '';
  const players = [tag('White'), tag('Black')].filter((name) => name !== '' && name !== '?').join(' – ');
  const address = game === null ? '/analysis' : `/analysis/${game}`;
  return players === '' ? address : `${players} (${address})`;
}

const nameOf = ({ owner, game }: Place): string => `analysis.board.${owner === '' ? '' : `@${owner}.`}${game ?? 'free'}`;

/** What was kept of a board; null where there is nothing, or something that is no board. */
export function recallBoard(place: Place): KeptBoard | null {
  const kept = recall<unknown>(nameOf(place), null);
  return isBoard(kept) ? kept : null;
}

/** Whether a change of the browser's storage is one of this board, made by another tab. */
export const isChangeOf = (place: Place, { key, newValue }: Pick<StorageEvent, 'key' | 'newValue'>): boolean =>
  key === `tabiya.${nameOf(place)}` && newValue !== null;

/** Keeps it; says whether there was room for it. `onGone` hears which older board had to make it, as `roomLeft` had said. */
export function keepBoard(place: Place, kept: KeptBoard, onGone: (title: string | null) => void = () => undefined): boolean {
  const name = nameOf(place);
  const title = titleOf(place, kept);
  const { length } = JSON.stringify(kept);
  const others = listed().filter((other) => other.name !== name);
  if (length > MOST_OF_ONE) return false;
  let all = others.reduce((sum, other) => sum + other.length, length);
  const dropOldest = (): boolean => {
    const oldest = others.shift();
    if (!oldest) return false;
    all -= oldest.length;
    forget(oldest.name);
    onGone(toldTo(place, oldest));
    return true;
  };
  while (others.length >= MOST_BOARDS || all > MOST_OF_ALL) if (!dropOldest()) break;
  // The browser may have less room than that: other work of this site takes some of it.
  while (!(write(name, kept) && write(INDEX, [...others, { name, length, title }]))) if (!dropOldest()) return false;
  return true;
}

/** How much room is left beside this board; null while there is plenty, or nothing else to go. */
export function roomLeft(place: Place): Room | null {
  const all = listed();
  const oldest = all.find(({ name }) => name !== nameOf(place));
  if (!oldest) return null;
  const left = MOST_BOARDS - all.length;
  const letters = MOST_OF_ALL - all.reduce((sum, { length }) => sum + length, 0);
  if (left >= LITTLE && letters >= LITTLE_LETTERS) return null;
  return { left: letters < LITTLE_LETTERS ? 0 : left, next: toldTo(place, oldest) };
}

/** The title of a board, for its owner alone; by its address where an older page has kept it without one. */
function toldTo({ owner }: Place, { name, title }: Listed): string | null {
  const game = name.split('.').at(-1) ?? 'free';
  if (name !== nameOf({ owner, game: game === 'free' ? null : game })) return null;
  return title ?? (game === 'free' ? '/analysis' : `/analysis/${game}`);
}

/** Keeps nothing of a board any more. */
export function dropBoard(place: Place): void {
  const name = nameOf(place);
  forget(name);
  const others = listed();
  if (others.some((other) => other.name === name)) write(INDEX, others.filter((other) => other.name !== name));
}

const listed = (): Listed[] => {
  const found = recall<Listed[] | null>(INDEX, null);
  return Array.isArray(found) ? found : [];
};

/** Says whether there was room. */
function write(name: string, value: unknown): boolean {
  try {
    localStorage.setItem(`tabiya.${name}`, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

function forget(name: string): void {
  try {
    localStorage.removeItem(`tabiya.${name}`);
  } catch {
    // Where nothing can be kept there is nothing to forget.
  }
}
