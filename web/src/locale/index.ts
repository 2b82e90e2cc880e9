// SPDX-License-Identifier: AGPL-3.0-or-later
// Every text of the page comes through `t`. What shows one shows it anew when the language changes.
import type { Dictionary } from './dictionary';
import { Languages } from './languages.svelte';
import { LOADERS } from './loaders';

export const languages = new Languages(LOADERS);

/** The texts of the language that is spoken now. */
export const t: Dictionary = new Proxy({} as Dictionary, {
  get: (_, section) => Reflect.get(languages.texts, section) as unknown,
});
