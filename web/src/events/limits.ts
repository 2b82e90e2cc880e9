// SPDX-License-Identifier: AGPL-3.0-or-later
// What the server takes at most, to say it where an event is set up.
import type { Kind } from './format';

/** The most players of each format. */
export const MOST_PLAYERS: Record<Kind, number> = { swiss: 1000, round_robin: 100, double_round_robin: 100, knock_out: 1024, keizer: 300, arena: 1000, team_match: 200 };

/** More rounds of a Swiss add little: ten of them leave one winner of a thousand players. */
export const USEFUL_ROUNDS = 11;

/** How many players so many rounds of a Swiss need: nobody meets an opponent twice, and of an odd number each has the bye once. */
export const fewestPlayers = (rounds: number): number => Math.max(2, rounds % 2 === 1 ? rounds : rounds + 1);

/** How many rounds of a Swiss so many players can play. */
export const mostRounds = (players: number): number => (players % 2 === 1 ? players : players - 1);
