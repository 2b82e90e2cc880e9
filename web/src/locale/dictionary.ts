// SPDX-License-Identifier: AGPL-3.0-or-later
import type { en } from './en';
import type { board } from './en/board';
import type { boards } from './en/boards';
import type { desk } from './en/desk';
import type { lobby } from './en/lobby';
import type { people } from './en/people';

/** The same texts in any words: what English says is no more than an example. */
type Worded<T> = T extends string
  ? string
  : T extends (...given: infer Given) => infer Answer
    ? (...given: Given) => Worded<Answer>
    : { [Key in keyof T]: Worded<T[Key]> };

/** The texts that every page needs, in one language. English is the model: a language that lacks a text does not compile. */
export type Dictionary = Worded<typeof en>;

/** The texts that some pages need, each part a file of its own. */
export interface Parts {
  board: Worded<typeof board>;
  boards: Worded<typeof boards>;
  desk: Worded<typeof desk>;
  lobby: Worded<typeof lobby>;
  people: Worded<typeof people>;
}

export type PartName = keyof Parts;

/** How a dictionary is fetched. */
export type Loader = () => Promise<{ default: Dictionary }>;

/** How a language's parts are fetched. */
export type PartLoaders = { [P in PartName]: () => Promise<{ default: Parts[P] }> };
