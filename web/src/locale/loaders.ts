// SPDX-License-Identifier: AGPL-3.0-or-later
import type { Loader } from './dictionary';

/**
 * The languages that the page speaks, by their tags (BCP 47). Each is a file of its own, fetched when it is wanted.
 * A new one is a folder beside `en` and a line here.
 */
export const LOADERS: Record<string, Loader> = {
  en: () => import('./en'),
};
