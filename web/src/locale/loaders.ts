// SPDX-License-Identifier: AGPL-3.0-or-later
import type { Loader, PartLoaders } from './dictionary';

/**
 * The languages that the page speaks, by their tags (BCP 47). Each is a file of its own, fetched when it is wanted.
 * A new one is a folder beside `en`, a line here, and its parts below.
 */
export const LOADERS: Record<string, Loader> = {
  en: () => import('./en'),
  de: () => import('./de'),
  es: () => import('./es'),
  fr: () => import('./fr'),
};

/** Their parts. A language without a line speaks these in English. */
export const PART_LOADERS: Record<string, PartLoaders> = {
  en: {
    board: () => import('./en/board'),
    boards: () => import('./en/boards'),
    desk: () => import('./en/desk'),
    lobby: () => import('./en/lobby'),
    people: () => import('./en/people'),
  },
  de: {
    board: () => import('./de/board'),
    boards: () => import('./de/boards'),
    desk: () => import('./de/desk'),
    lobby: () => import('./de/lobby'),
    people: () => import('./de/people'),
  },
  es: {
    board: () => import('./es/board'),
    boards: () => import('./es/boards'),
    desk: () => import('./es/desk'),
    lobby: () => import('./es/lobby'),
    people: () => import('./es/people'),
  },
  fr: {
    board: () => import('./fr/board'),
    boards: () => import('./fr/boards'),
    desk: () => import('./fr/desk'),
    lobby: () => import('./fr/lobby'),
    people: () => import('./fr/people'),
  },
};
