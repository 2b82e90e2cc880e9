// SPDX-License-Identifier: AGPL-3.0-or-later
// How pages, and what floats above them, are fetched with their texts.
import { languages } from './locale';
import type { PartName } from './locale/dictionary';
import { fetched } from './platform/fetched';
import { forgetReload } from './platform/reload';
import type { Route } from './platform/routes';
import { PAGES } from './subjects';

/** A page with texts of its own. */
const worded = async <T>(load: () => Promise<T>, ...parts: PartName[]): Promise<T> =>
  (await fetched(() => Promise.all([load(), ...parts.map((part) => languages.need(part))])))[0];

/** Fetches a page and its texts. Only that a page is there says that the files fit: what floats above it may be there all the same. */
export async function loadPage(page: Route['page']): Promise<{ default: unknown }> {
  const found = await worded(PAGES[page].load, ...PAGES[page].texts);
  forgetReload('files');
  return found;
}

/** What floats above every page once there is a challenge or a search. */
export const loadNotices = () => worded(() => import('./lobby/Notices.svelte'), 'lobby');

/** What is said once an account was closed while its page was open. */
export const loadClosedNote = () => worded(() => import('./people/ClosedNote.svelte'), 'dialogs', 'enter');

/** What asks on a shared tablet who sits before it. */
export const loadSwitchNote = () => worded(() => import('./people/SwitchNote.svelte'), 'dialogs');

/** The dialog with the site's own rules. */
export const loadRules = () => fetched(() => import('./ui/RulesDialog.svelte'));

/** The dialog with the site's address for others. */
export const loadShare = () => worded(() => import('./ui/ShareSite.svelte'), 'share');

/** The dialog that challenges somebody. */
export const loadChallengeDialog = () => worded(() => import('./lobby/ChallengeDialog.svelte'), 'lobby', 'newGame');

/** The bar that leads back to the game whose clock runs. */
export const loadRunningBar = () => fetched(() => import('./home/RunningBar.svelte'));
