// SPDX-License-Identifier: AGPL-3.0-or-later
import type { Subject } from '../ui/listed';

export const subject: Subject = {
  pages: {
    game: { load: () => import('./GamePage.svelte'), texts: [], goesOn: true, isPlayed: true },
  },
};

/** The folders that this one may use. Only a test reads it. */
export const uses = ['platform', 'locale', 'ui', 'board', 'lobby', 'people'];

/** The texts among which the server chooses by a word of its own. Only a test reads it. */
export const keyedByServer = ['chat.presets'];
