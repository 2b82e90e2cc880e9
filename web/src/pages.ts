// SPDX-License-Identifier: AGPL-3.0-or-later
// Each page is a file of its own: whoever joins a game does not load the start page, nor the other way round.
import { forgetReload, reloadOnce } from './platform/reload';
import type { Route } from './platform/routes';

/** A file that an update of the server has replaced is found again by loading the page anew. */
async function fetched<T>(file: Promise<T>): Promise<T> {
  try {
    const page = await file;
    forgetReload('files');
    return page;
  } catch (error) {
    // While the document is on its way nothing needs to be shown.
    if (reloadOnce('files')) return new Promise(() => undefined);
    throw error;
  }
}

/** How each page is fetched. */
export const PAGES = {
  home: () => fetched(import('./home/HomePage.svelte')),
  game: () => fetched(import('./live/GamePage.svelte')),
} satisfies Record<Route['page'], () => Promise<unknown>>;
