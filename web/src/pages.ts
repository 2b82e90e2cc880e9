// SPDX-License-Identifier: AGPL-3.0-or-later
// Each page is a file of its own: whoever joins a game does not load the start page, nor the other way round.
import type { Route } from './platform/routes';

/** How each page is fetched. */
export const PAGES = {
  home: () => import('./home/HomePage.svelte'),
  game: () => import('./live/GamePage.svelte'),
} satisfies Record<Route['page'], () => Promise<unknown>>;
