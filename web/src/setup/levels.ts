// SPDX-License-Identifier: AGPL-3.0-or-later
// How strong the computer's levels were measured to be: docs/levels.md. A test of the engine compares the two.

const ELO = [943, 1149, 1344, 1547, 1751, 1951, 2174, 2366, 2581, 2851, 3116, 3350];

/** A level's Elo, to the next fifty: more digits would promise too much. */
export function levelElo(level: number): number {
  return Math.round((ELO[level - 1] ?? 0) / 50) * 50;
}
