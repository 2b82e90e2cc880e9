// SPDX-License-Identifier: AGPL-3.0-or-later
// Every text of the page comes through `t`. What shows one shows it anew when the language changes.
import type { Dictionary, Parts } from './dictionary';
import { Languages } from './languages.svelte';
// Every language needs it: it comes with the page's first file, and not as one more.
import './forms';
import { LOADERS, PART_LOADERS } from './loaders';

export const languages = new Languages(LOADERS, PART_LOADERS);

/** The texts of the language that is spoken now. A part is there once `languages.need` has fetched it. */
export const t = new Proxy({} as Dictionary & Parts, {
  get: (_, section) => Reflect.get(languages.texts, section) as unknown,
});
