// SPDX-License-Identifier: AGPL-3.0-or-later
// How strong the computer's levels were measured to be: docs/levels.md. A test of the engine compares the two.

const ELO = [995, 1193, 1395, 1614, 1836, 2036, 2256, 2482, 2667, 2893, 3102, 3357];

/** A level's Elo, to the next fifty: more digits would promise too much. */
export function levelElo(level: number): number {
  return Math.round((ELO[level - 1] ?? 0) / 50) * 50;
}
