// SPDX-License-Identifier: AGPL-3.0-or-later
// How strong the computer's levels were measured to be: docs/levels.md. A test of the engine compares the two.

const ELO = [994, 1193, 1395, 1615, 1837, 2037, 2257, 2484, 2684, 2889, 3096, 3358];

/** A level's Elo, to the next fifty: more digits would promise too much. */
export function levelElo(level: number): number {
  return Math.round((ELO[level - 1] ?? 0) / 50) * 50;
}
