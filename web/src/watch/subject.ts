// SPDX-License-Identifier: AGPL-3.0-or-later
import type { Subject } from '../ui/listed';

export const subject: Subject = {
  pages: {
    watch: { load: () => import('./WatchPage.svelte'), texts: ['watch'] },
    tv: { load: () => import('./TvPage.svelte'), texts: ['watch'], goesOn: true },
  },
  header: [{ place: 10, icon: 'eye', to: { page: 'watch' } }],
};

/** The folders that this one may use. Only a test reads it. */
export const uses = ['platform', 'locale', 'ui', 'board', 'live'];
