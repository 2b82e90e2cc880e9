// SPDX-License-Identifier: AGPL-3.0-or-later
// What somebody has worked out stays in the browser when the tab is closed: for each game, and for the free board. Old work
// makes room for new.
import { recall, remember } from '../platform/storage';
import type { PgnGame } from './ports';

/** What is kept of one board. */
export interface KeptBoard {
  game: PgnGame;
  /** The place of the position that was looked at, in the list of nodes; null for the start. */
  here: number | null;
  /** The places of the game's own moves; empty on the free board. */
  played: number[];
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

const nameOf = (game: string | null): string => `analysis.board.${game ?? 'free'}`;

/** What was kept of a game's analysis, or of the free board's (null). */
export function recallBoard(game: string | null): KeptBoard | null {
  const kept = recall<KeptBoard | null>(nameOf(game), null);
  return kept !== null && Array.isArray(kept.game?.nodes) && Array.isArray(kept.played) ? kept : null;
}

/** Keeps it; says whether there was room for it. */
export function keepBoard(game: string | null, kept: KeptBoard): boolean {
  const name = nameOf(game);
  const { length } = JSON.stringify(kept);
  const others = recall<Listed[]>(INDEX, []).filter((listed) => listed.name !== name);
  if (length > MOST_OF_ONE) return false;
  let all = others.reduce((sum, listed) => sum + listed.length, length);
  while (others.length >= MOST_BOARDS || (all > MOST_OF_ALL && others.length > 0)) {
    const oldest = others.shift();
    if (!oldest) break;
    all -= oldest.length;
    forget(oldest.name);
  }
  remember(name, kept);
  remember(INDEX, [...others, { name, length }]);
  return true;
}

/** Keeps nothing of a board any more. */
export function dropBoard(game: string | null): void {
  forget(nameOf(game));
  remember(INDEX, recall<Listed[]>(INDEX, []).filter(({ name }) => name !== nameOf(game)));
}

const forget = (name: string): void => remember(name, null);
