// SPDX-License-Identifier: AGPL-3.0-or-later
// Made from crates/tabiya-protocol by `cargo xtask codegen`; edit that instead.

/** The paths that the server answers with the page; a name in braces stands for any text without a slash. */
export const PATHS = {
  home: '/',
  game: '/game/{id}',
} as const;

/** A page, with what its path says. */
export type Route =
  | { page: 'home' }
  | { page: 'game'; id: string };
