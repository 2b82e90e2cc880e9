// SPDX-License-Identifier: AGPL-3.0-or-later
// The two teams of a match.
import type { TeamSide, TeamsView } from '../platform/protocol';

/** Both, the one first that is named first. */
export const SIDES = ['first', 'second'] as const satisfies readonly TeamSide[];

const placeOf = (side: TeamSide): 0 | 1 => (side === 'first' ? 0 : 1);

/** What the team of an entrant is called; empty without one. */
export const teamName = (teams: TeamsView | null | undefined, side: TeamSide | null | undefined): string => (teams && side ? teams.names[placeOf(side)] : '');

export const otherSide = (side: TeamSide): TeamSide => (side === 'first' ? 'second' : 'first');

/** A team that has fewer players than boards are played, and so loses what it lacks by forfeit. */
export function unevenTeam({ names, line_ups, boards }: TeamsView): { team: string; players: number; boards: number } | null {
  for (const place of [0, 1] as const) {
    const players = line_ups[place].length;
    if (players > 0 && players < boards) return { team: names[place], players, boards };
  }
  return null;
}
