// SPDX-License-Identifier: AGPL-3.0-or-later
import type { Subject } from '../ui/listed';

export const subject: Subject = {
  pages: {
    home: { load: () => import('./HomePage.svelte'), texts: ['home', 'newGame'], isKept: true },
  },
};

/** The folders that this one may use. Only a test reads it. */
export const uses = ['platform', 'locale', 'ui', 'board', 'setup', 'lobby'];
