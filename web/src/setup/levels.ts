// SPDX-License-Identifier: AGPL-3.0-or-later
// How strong the computer's levels were measured to be: docs/levels.md. A test of the engine compares the two.

const ELO = [801, 1081, 1380, 1648, 1860, 2068, 2296, 2462, 2769, 2984, 3265, 3326];

/** A level's Elo, to the next fifty: more digits would promise too much. */
export function levelElo(level: number): number {
  return Math.round((ELO[level - 1] ?? 0) / 50) * 50;
}
