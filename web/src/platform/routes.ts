// SPDX-License-Identifier: AGPL-3.0-or-later
// Made from crates/tabiya-protocol by `cargo xtask codegen`; edit that instead.

/** The paths that the server answers with the page; a name in braces stands for any text without a slash. */
export const PATHS = {
  home: '/',
  game: '/game/{id}',
  profile: '/@/{name}',
  games: '/@/{name}/games',
  players: '/players',
  leaderboard: '/players/{category}',
  settings: '/settings',
  card: '/card',
  admin: '/admin',
  reset: '/reset',
  confirm: '/confirm',
  oauth: '/oauth',
  tv: '/@/{name}/tv',
  watch: '/watch',
  editor: '/editor',
  overTheBoard: '/board',
  analysis: '/analysis',
  analysedGame: '/analysis/{id}',
  events: '/events',
  newEvent: '/events/new',
  members: '/members',
  event: '/event/{id}',
  puzzles: '/puzzles',
  desk: '/desk',
  deskPart: '/desk/{part}',
} as const;

/** A page, with what its path says. */
export type Route =
  | { page: 'home' }
  | { page: 'game'; id: string }
  | { page: 'profile'; name: string }
  | { page: 'games'; name: string }
  | { page: 'players' }
  | { page: 'leaderboard'; category: string }
  | { page: 'settings' }
  | { page: 'card' }
  | { page: 'admin' }
  | { page: 'reset' }
  | { page: 'confirm' }
  | { page: 'oauth' }
  | { page: 'tv'; name: string }
  | { page: 'watch' }
  | { page: 'editor' }
  | { page: 'overTheBoard' }
  | { page: 'analysis' }
  | { page: 'analysedGame'; id: string }
  | { page: 'events' }
  | { page: 'newEvent' }
  | { page: 'members' }
  | { page: 'event'; id: string }
  | { page: 'puzzles' }
  | { page: 'desk' }
  | { page: 'deskPart'; part: string };
