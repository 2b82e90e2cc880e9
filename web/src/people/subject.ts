// SPDX-License-Identifier: AGPL-3.0-or-later
import type { Subject } from '../ui/listed';

export const subject: Subject = {
  pages: {
    profile: { load: () => import('./ProfilePage.svelte'), texts: ['profile'] },
    games: { load: () => import('./GamesPage.svelte'), texts: ['profile'] },
    players: { load: () => import('./PlayersPage.svelte'), texts: ['players', 'lobby'] },
    leaderboard: { load: () => import('./LeaderboardPage.svelte'), texts: ['players'] },
    settings: { load: () => import('./SettingsPage.svelte'), texts: [] },
    card: { load: () => import('./CardPage.svelte'), texts: ['enter'], logsIn: true },
    admin: { load: () => import('./AdminLinkPage.svelte'), texts: ['enter'] },
    reset: { load: () => import('./ResetPage.svelte'), texts: ['enter'] },
    confirm: { load: () => import('./ConfirmPage.svelte'), texts: ['enter'] },
    oauth: { load: () => import('./OAuthPage.svelte'), texts: ['oauth'] },
  },
  header: [{ place: 20, icon: 'players', to: { page: 'players' } }],
  menu: [
    { place: 10, icon: 'user', to: (name) => ({ page: 'profile', name }) },
    { place: 20, icon: 'gear', to: () => ({ page: 'settings' }) },
  ],
  inSettings: ['settings', 'oauth'],
};

/** The folders that this one may use. Only a test reads it. */
export const uses = ['platform', 'locale', 'ui', 'board', 'lobby'];

/** The texts among which the server chooses by a word of its own. Only a test reads it. */
export const keyedByServer = ['oauth.scopes'];
