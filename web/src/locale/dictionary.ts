// SPDX-License-Identifier: AGPL-3.0-or-later
import type { en } from './en';

/** The same texts in any words: what English says is no more than an example. */
export type Worded<T> = T extends string
  ? string
  : T extends (...given: infer Given) => infer Answer
    ? (...given: Given) => Worded<Answer>
    : { [Key in keyof T]: Worded<T[Key]> };

/** The texts that every page needs, in one language. English is the model: a language that lacks a text does not compile. */
export type Dictionary = Worded<typeof en>;

/** The texts that some pages need, each part a file of its own. The English file of a part adds the part here. */
export interface Parts {}

export type PartName = keyof Parts;

/** What links in the header, in the menu and on the start page call the pages that they lead to. Each English file in `links/` adds its own here. */
export interface Links {}

/** How a dictionary is fetched. */
export type Loader = () => Promise<{ default: Dictionary }>;

/** How a language's parts are fetched. */
export type PartLoaders = { [P in PartName]: () => Promise<{ default: Parts[P] }> };
