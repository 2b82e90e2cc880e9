// SPDX-License-Identifier: AGPL-3.0-or-later
import type { en } from './en';
import type { board } from './en/board';
import type { boards } from './en/boards';
import type { desk } from './en/desk';
import type { lobby } from './en/lobby';
import type { people } from './en/people';

/** The texts that every page needs, in one language. English is the model: a language that lacks a text does not compile. */
export type Dictionary = typeof en;

/** The texts that some pages need, each part a file of its own. */
export interface Parts {
  board: typeof board;
  people: typeof people;
  desk: typeof desk;
  boards: typeof boards;
  lobby: typeof lobby;
}

export type PartName = keyof Parts;

/** How a dictionary is fetched. */
export type Loader = () => Promise<{ default: Dictionary }>;

/** How a language's parts are fetched. */
export type PartLoaders = { [P in PartName]: () => Promise<{ default: Parts[P] }> };
