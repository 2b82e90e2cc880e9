// SPDX-License-Identifier: AGPL-3.0-or-later
// Dialogs, and what only accounts have, fetched when they are wanted, with their texts.
import { languages } from '../locale';

export const DIALOGS = {
  bell: async () => (await Promise.all([import('./Bell.svelte'), languages.need('bell')]))[0],
  enter: async () => (await Promise.all([import('./EnterDialog.svelte'), languages.need('enter')]))[0],
  notices: async () => (await Promise.all([import('./NoticeList.svelte'), languages.need('bell'), languages.need('dialogs')]))[0],
  report: async () => (await Promise.all([import('./ReportDialog.svelte'), languages.need('dialogs')]))[0],
};
