// SPDX-License-Identifier: AGPL-3.0-or-later
import type { Subject } from '../ui/listed';

export const subject: Subject = {
  pages: {
    puzzles: { load: () => import('./PuzzlesPage.svelte'), texts: ['puzzles', 'puzzleOpenings', 'races', 'report'], foldsNotices: true },
  },
  inSettings: ['puzzles'],
  header: [{ place: 3, icon: 'hand', to: { page: 'puzzles' } }],
};

/** The folders that this one may use. Only a test reads it. */
export const uses = ['platform', 'locale', 'ui', 'board', 'people', 'analysis'];

/** The texts among which the server chooses by a word of its own. Only a test reads it. */
export const keyedByServer = ['puzzles.themes', 'puzzles.today.refused', 'puzzles.went'];
