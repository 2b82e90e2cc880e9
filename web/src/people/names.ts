// SPDX-License-Identifier: AGPL-3.0-or-later
// Where what the server keeps about a player is found.

/** The path of calls about a player. */
export const playerPath = (name: string): string => `/api/page/players/${encodeURIComponent(name)}`;
