// SPDX-License-Identifier: AGPL-3.0-or-later
import type { Subject } from '../ui/listed';

export const subject: Subject = {
  pages: {
    profile: { load: () => import('./ProfilePage.svelte'), texts: ['people'] },
    games: { load: () => import('./GamesPage.svelte'), texts: ['people'] },
    players: { load: () => import('./PlayersPage.svelte'), texts: ['people', 'lobby'] },
    leaderboard: { load: () => import('./LeaderboardPage.svelte'), texts: ['people'] },
    settings: { load: () => import('./SettingsPage.svelte'), texts: ['people', 'board'] },
    card: { load: () => import('./CardPage.svelte'), texts: ['people'] },
    admin: { load: () => import('./AdminLinkPage.svelte'), texts: ['people'] },
    reset: { load: () => import('./ResetPage.svelte'), texts: ['people'] },
    confirm: { load: () => import('./ConfirmPage.svelte'), texts: ['people'] },
    oauth: { load: () => import('./OAuthPage.svelte'), texts: ['people'] },
  },
  header: [{ place: 20, icon: 'search', to: { page: 'players' }, isTool: true }],
  menu: [
    { place: 10, icon: 'user', to: (name) => ({ page: 'profile', name }) },
    { place: 20, icon: 'gear', to: () => ({ page: 'settings' }) },
  ],
};

/** The folders that this one may use. Only a test reads it. */
export const uses = ['platform', 'locale', 'ui', 'board', 'lobby'];
