// SPDX-License-Identifier: AGPL-3.0-or-later
import type { Subject } from '../ui/listed';

export const subject: Subject = {
  pages: {
    desk: { load: () => import('./DeskPage.svelte'), texts: ['desk'] },
    deskPart: { load: () => import('./DeskPage.svelte'), texts: ['desk'] },
  },
  menu: [{ place: 30, icon: 'shield', to: () => ({ page: 'desk' }), isForStaff: true }],
};

/** The folders that this one may use. Only a test reads it. */
export const uses = ['platform', 'locale', 'ui', 'people'];

/** The texts among which the server chooses by a word of its own. Only a test reads it. */
export const keyedByServer = ['desk.log.did', 'desk.nodes.states'];
