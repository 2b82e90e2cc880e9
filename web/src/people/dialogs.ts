// SPDX-License-Identifier: AGPL-3.0-or-later
// Dialogs that are fetched when they are wanted, with their texts.
import { languages } from '../locale';

export const DIALOGS = {
  enter: async () => (await Promise.all([import('./EnterDialog.svelte'), languages.need('enter')]))[0],
  notices: async () => (await Promise.all([import('./NoticeList.svelte'), languages.need('dialogs')]))[0],
  report: async () => (await Promise.all([import('./ReportDialog.svelte'), languages.need('dialogs')]))[0],
};
