// SPDX-License-Identifier: AGPL-3.0-or-later
import type { Subject } from '../ui/listed';

export const subject: Subject = {
  pages: {
    analysis: { load: () => import('./AnalysisPage.svelte'), texts: ['analysis', 'newGame', 'refusals'], isKept: true, goesOn: true },
    analysedGame: { load: () => import('./AnalysedGamePage.svelte'), texts: ['analysis', 'newGame', 'refusals'], goesOn: true },
  },
  header: [{ place: 5, icon: 'analyse', to: { page: 'analysis' } }],
};

/** The folders that this one may use. Only a test reads it. */
export const uses = ['platform', 'locale', 'ui', 'board', 'setup', 'lobby', 'people', 'home', 'live'];
