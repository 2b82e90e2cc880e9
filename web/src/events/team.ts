// SPDX-License-Identifier: AGPL-3.0-or-later
// The two teams of a match.
import type { EventBoardView, EventLineView, EventView, TeamSide, TeamsView } from '../platform/protocol';

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

/** Behind all boards. */
const LAST = 10_000;

/** A team in a list: its players by their boards, and behind them those who have left. */
export interface TeamPart {
  /** Null for those who have no team. */
  side: TeamSide | null;
  name: string;
  /** In tenths; null for those who have no team. */
  points: number | null;
  /** `board` is from 1, and null for whoever has none. */
  lines: { line: EventLineView; board: number | null }[];
}

/** The standings as lists show them: team by team, else as one part. */
export function listedBy(view: EventView): TeamPart[] {
  const { teams } = view.facts;
  return teams ? byTeam(view, teams) : [{ side: null, name: '', points: null, lines: view.standings.map((line) => ({ line, board: null })) }];
}

/** The teams of whom somebody is there, with their players. */
export function byTeam({ entrants, standings }: EventView, teams: TeamsView): TeamPart[] {
  const part = (side: TeamSide | null): TeamPart => {
    const order = side ? teams.line_ups[placeOf(side)] : [];
    const board = (id: number): number | null => order.indexOf(id) + 1 || null;
    const own = standings.filter(({ entrant }) => (entrants[entrant - 1]?.team ?? null) === side);
    const lines = own.map((line) => ({ line, board: board(line.entrant) }));
    lines.sort((one, other) => (one.board ?? LAST) - (other.board ?? LAST));
    return { side, name: teamName(teams, side), points: side ? teams.points[placeOf(side)] : null, lines };
  };
  return [...SIDES, null].map(part).filter(({ lines }) => lines.length > 0);
}

/** The players of a board, the one of the first team in front; `isTurned` where that one has the place of Black. */
export function inTeamOrder({ white, black }: EventBoardView, { entrants }: Pick<EventView, 'entrants'>): { players: [number, number]; isTurned: boolean } {
  const isTurned = entrants[white - 1]?.team === 'second';
  return { players: isTurned ? [black, white] : [white, black], isTurned };
}
