// SPDX-License-Identifier: AGPL-3.0-or-later
// Each page is a file of its own: whoever joins a game does not load the start page, nor the other way round.
import { languages } from './locale';
import type { PartName } from './locale/dictionary';
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

/** A page with texts of its own. */
const worded = async <T>(part: PartName, file: Promise<T>): Promise<T> =>
  (await fetched(Promise.all([file, languages.need(part)])))[0];

/** How each page is fetched. */
export const PAGES = {
  home: () => fetched(import('./home/HomePage.svelte')),
  game: () => fetched(import('./live/GamePage.svelte')),
  watch: () => worded('boards', import('./watch/WatchPage.svelte')),
  tv: () => worded('boards', import('./watch/TvPage.svelte')),
  editor: () => worded('boards', import('./editor/EditorPage.svelte')),
  overTheBoard: () => worded('boards', import('./otb/OverTheBoardPage.svelte')),
  profile: () => worded('people', import('./people/ProfilePage.svelte')),
  games: () => worded('people', import('./people/GamesPage.svelte')),
  players: () => worded('people', import('./people/PlayersPage.svelte')),
  leaderboard: () => worded('people', import('./people/LeaderboardPage.svelte')),
  settings: () => worded('people', import('./people/SettingsPage.svelte')),
  card: () => worded('people', import('./people/CardPage.svelte')),
  admin: () => worded('people', import('./people/AdminLinkPage.svelte')),
  reset: () => worded('people', import('./people/ResetPage.svelte')),
  confirm: () => worded('people', import('./people/ConfirmPage.svelte')),
  desk: () => worded('desk', import('./desk/DeskPage.svelte')),
  deskPart: () => worded('desk', import('./desk/DeskPage.svelte')),
} satisfies Record<Route['page'], () => Promise<unknown>>;
