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
const worded = async <T>(file: Promise<T>, ...parts: PartName[]): Promise<T> =>
  (await fetched(Promise.all([file, ...parts.map((part) => languages.need(part))])))[0];

/** How each page is fetched. */
export const PAGES = {
  home: () => worded(import('./home/HomePage.svelte'), 'lobby'),
  game: () => fetched(import('./live/GamePage.svelte')),
  watch: () => worded(import('./watch/WatchPage.svelte'), 'boards'),
  tv: () => worded(import('./watch/TvPage.svelte'), 'boards'),
  editor: () => worded(import('./editor/EditorPage.svelte'), 'boards', 'lobby'),
  overTheBoard: () => worded(import('./otb/OverTheBoardPage.svelte'), 'boards', 'lobby'),
  profile: () => worded(import('./people/ProfilePage.svelte'), 'people'),
  games: () => worded(import('./people/GamesPage.svelte'), 'people'),
  players: () => worded(import('./people/PlayersPage.svelte'), 'people', 'lobby'),
  leaderboard: () => worded(import('./people/LeaderboardPage.svelte'), 'people'),
  settings: () => worded(import('./people/SettingsPage.svelte'), 'people', 'board'),
  card: () => worded(import('./people/CardPage.svelte'), 'people'),
  admin: () => worded(import('./people/AdminLinkPage.svelte'), 'people'),
  reset: () => worded(import('./people/ResetPage.svelte'), 'people'),
  confirm: () => worded(import('./people/ConfirmPage.svelte'), 'people'),
  oauth: () => worded(import('./people/OAuthPage.svelte'), 'people'),
  desk: () => worded(import('./desk/DeskPage.svelte'), 'desk'),
  deskPart: () => worded(import('./desk/DeskPage.svelte'), 'desk'),
} satisfies Record<Route['page'], () => Promise<unknown>>;

/** What floats above every page once there is a challenge or a search. */
export const loadNotices = () => worded(import('./lobby/Notices.svelte'), 'lobby');

/** The dialog that challenges somebody. */
export const loadChallengeDialog = () => worded(import('./lobby/ChallengeDialog.svelte'), 'lobby');
