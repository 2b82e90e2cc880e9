// SPDX-License-Identifier: AGPL-3.0-or-later
// What somebody has worked out stays in the browser when the tab is closed: for each game, and for the free board. Old work
// makes room for new. Several people may use one browser, so each board belongs to whoever was logged in.
import { recall } from '../platform/storage';
import type { PgnGame } from './ports';

/** What is kept of one board. */
export interface KeptBoard {
  game: PgnGame;
  /** The place of the position that was looked at, in the list of nodes; null for the start. */
  here: number | null;
  /** The places of the game's own moves; empty on the free board. */
  played: number[];
}

/** Whose board it is, by the account's name or `''` for a guest, and of which game; the free board (null). */
export interface Place {
  readonly owner: string;
  readonly game: string | null;
}

const INDEX = 'analysis.kept';
const MOST_BOARDS = 20;
/** Letters of one board, and of all. Browsers keep some 5 million for a site. */
export const MOST_OF_ONE = 1_000_000;
const MOST_OF_ALL = 3_000_000;

interface Listed {
  name: string;
  length: number;
}

const nameOf = ({ owner, game }: Place): string => `analysis.board.${owner === '' ? '' : `@${owner}.`}${game ?? 'free'}`;

/** What was kept of a board. */
export function recallBoard(place: Place): KeptBoard | null {
  const kept = recall<KeptBoard | null>(nameOf(place), null);
  return kept !== null && Array.isArray(kept.game?.nodes) && Array.isArray(kept.played) ? kept : null;
}

/** Keeps it; says whether there was room for it. */
export function keepBoard(place: Place, kept: KeptBoard): boolean {
  const name = nameOf(place);
  const { length } = JSON.stringify(kept);
  const others = listed().filter((other) => other.name !== name);
  if (length > MOST_OF_ONE) return false;
  let all = others.reduce((sum, other) => sum + other.length, length);
  const dropOldest = (): boolean => {
    const oldest = others.shift();
    if (!oldest) return false;
    all -= oldest.length;
    forget(oldest.name);
    return true;
  };
  while (others.length >= MOST_BOARDS || all > MOST_OF_ALL) if (!dropOldest()) break;
  // The browser may have less room than that: other work of this site takes some of it.
  while (!(write(name, kept) && write(INDEX, [...others, { name, length }]))) if (!dropOldest()) return false;
  return true;
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
