// SPDX-License-Identifier: AGPL-3.0-or-later
import type { Loader, PartLoaders } from './dictionary';

/**
 * The languages that the page speaks, by their tags (BCP 47). Each is a file of its own, fetched when it is wanted.
 * A new one is a folder beside `en`, a line here, and a line below.
 */
export const LOADERS: Record<string, Loader> = {
  en: () => import('./en'),
};

/** Their parts. A language without a line speaks these in English. */
export const PART_LOADERS: Record<string, PartLoaders> = {
  en: {
    board: () => import('./en/board'),
    people: () => import('./en/people'),
    desk: () => import('./en/desk'),
    boards: () => import('./en/boards'),
    lobby: () => import('./en/lobby'),
  },
};
