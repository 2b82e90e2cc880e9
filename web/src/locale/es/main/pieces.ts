// SPDX-License-Identifier: AGPL-3.0-or-later
// The pieces with their Spanish articles.
import type { Color, Role } from '../../../platform/protocol';

export const roles: Record<Role, string> = {
  pawn: 'peón',
  knight: 'caballo',
  bishop: 'alfil',
  rook: 'torre',
  queen: 'dama',
  king: 'rey',
};

export const plurals: Record<Role, string> = {
  pawn: 'peones',
  knight: 'caballos',
  bishop: 'alfiles',
  rook: 'torres',
  queen: 'damas',
  king: 'reyes',
};

const feminine = (role: Role): boolean => role === 'rook' || role === 'queen';

/** "el caballo", "la torre". */
export const the = (role: Role): string => `${feminine(role) ? 'la' : 'el'} ${roles[role]}`;
/** The same at the beginning of a sentence. */
export const The = (role: Role): string => `${feminine(role) ? 'La' : 'El'} ${roles[role]}`;
/** "del caballo", "de la torre". */
export const of = (role: Role): string => (feminine(role) ? `de la ${roles[role]}` : `del ${roles[role]}`);
/** "al caballo", "a la torre". */
export const to = (role: Role): string => (feminine(role) ? `a la ${roles[role]}` : `al ${roles[role]}`);
/** The ending of a participle: "clavado", "clavada". */
export const ending = (role: Role): string => (feminine(role) ? 'a' : 'o');

/** "peón blanco", "dama negra". */
export const coloured = (color: Color, role: Role): string =>
  `${roles[role]} ${color === 'white' ? 'blanc' : 'negr'}${ending(role)}`;
