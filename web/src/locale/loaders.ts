// SPDX-License-Identifier: AGPL-3.0-or-later
// The folders beside this file are the languages that the page speaks, by their tags (BCP 47). `index.ts` has what every page
// needs; every other file right in the folder is a part. Each is fetched when it is wanted.
import type { Loader, PartLoaders } from './dictionary';

const FILES = import.meta.glob<{ default: unknown }>('./*/*.ts');

/** The languages; English is the model of the others and comes first. */
export const LOADERS: Record<string, Loader> = { en: FILES['./en/index.ts'] as Loader };

/** Their parts. A test checks that every language has them all. */
export const PART_LOADERS: Record<string, PartLoaders> = {};

for (const [path, load] of Object.entries(FILES)) {
  const [, tag = '', name = ''] = path.split(/[/.]+/);
  if (name === 'index') LOADERS[tag] = load as Loader;
  else Object.assign((PART_LOADERS[tag] ??= {} as PartLoaders), { [name]: load });
}
