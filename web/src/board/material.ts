// SPDX-License-Identifier: AGPL-3.0-or-later
// Who has captured what, and by how much one side is ahead.
import { opposite, piecesOf } from './fen';
import type { Color, Role } from '../platform/protocol';

/** From the most valuable to the least; kings are never captured. */
const BY_VALUE = ['queen', 'rook', 'bishop', 'knight', 'pawn'] as const satisfies Role[];
const VALUES: Record<Role, number> = { queen: 9, rook: 5, bishop: 3, knight: 3, pawn: 1, king: 0 };

/** What one side has to show for itself. */
export interface Score {
  /** The captured pieces, the most valuable first. */
  captured: Role[];
  /** By how many points this side is ahead; 0 where it is not. */
  ahead: number;
}

type Count = Record<Role, number>;

function count(fen: string, color: Color): Count {
  const counted: Count = { pawn: 0, knight: 0, bishop: 0, rook: 0, queen: 0, king: 0 };
  for (const piece of piecesOf(fen).values()) if (piece.color === color) counted[piece.role] += 1;
  return counted;
}

function worth(counted: Count): number {
  return BY_VALUE.reduce((sum, role) => sum + counted[role] * VALUES[role], 0);
}

/** What is left of a list of pieces when each piece of another list takes an equal one away. */
function without(roles: readonly Role[], others: readonly Role[]): Role[] {
  const left = [...others];
  return roles.filter((role) => {
    const index = left.indexOf(role);
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
}

/** Each kind of piece once, with how many of it there are. */
export function grouped(roles: readonly Role[]): { role: Role; count: number }[] {
  const kinds = [...new Set(roles)];
  return kinds.map((role) => ({ role, count: roles.filter((other) => other === role).length }));
}

/** The pieces that are gone. A pawn that became something is not gone. */
function missing(start: Count, now: Count): Role[] {
  const promoted = BY_VALUE.reduce(
    (sum, role) => sum + (role === 'pawn' ? 0 : Math.max(0, now[role] - start[role])),
    0,
  );
  return BY_VALUE.flatMap((role) => {
    const gone = start[role] - now[role] - (role === 'pawn' ? promoted : 0);
    return Array<Role>(Math.max(0, gone)).fill(role);
  });
}

/** Which captured pieces are shown: all, or only those that the other side has no equal for. */
export type Captures = 'all' | 'difference' | 'off';

/** The score of one side in a position that came from another. */
export function scoreOf(color: Color, startFen: string, fen: string, shown: Captures = 'all'): Score {
  const theirs = count(fen, opposite(color));
  const mine = missing(count(startFen, opposite(color)), theirs);
  const given = missing(count(startFen, color), count(fen, color));
  return {
    captured: shown === 'difference' ? without(mine, given) : mine,
    ahead: Math.max(0, worth(count(fen, color)) - worth(theirs)),
  };
}
