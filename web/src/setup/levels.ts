// SPDX-License-Identifier: AGPL-3.0-or-later
// How strong the computer's levels were measured to be: docs/levels.md. A test of the engine compares the two.

const ELO = [906, 1136, 1356, 1586, 1829, 2052, 2275, 2538, 2715, 2920, 3122, 3352];

/** A level's Elo, to the next fifty: more digits would promise too much. */
export function levelElo(level: number): number {
  return Math.round((ELO[level - 1] ?? 0) / 50) * 50;
}
