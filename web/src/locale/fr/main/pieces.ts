// SPDX-License-Identifier: AGPL-3.0-or-later
// The pieces with their French articles.
import type { Color, Role } from '../../../platform/protocol';

export const roles: Record<Role, string> = {
  pawn: 'pion',
  knight: 'cavalier',
  bishop: 'fou',
  rook: 'tour',
  queen: 'dame',
  king: 'roi',
};

const feminine = (role: Role): boolean => role === 'rook' || role === 'queen';

/** "le cavalier", "la tour". */
export const the = (role: Role): string => `${feminine(role) ? 'la' : 'le'} ${roles[role]}`;
/** The same at the beginning of a sentence. */
export const The = (role: Role): string => `${feminine(role) ? 'La' : 'Le'} ${roles[role]}`;
/** "du cavalier", "de la tour". */
export const of = (role: Role): string => (feminine(role) ? `de la ${roles[role]}` : `du ${roles[role]}`);
/** The ending of a participle: "cloué", "clouée". */
export const ending = (role: Role): string => (feminine(role) ? 'e' : '');
/** "son propre cavalier", "sa propre tour". */
export const own = (role: Role): string => `${feminine(role) ? 'sa' : 'son'} propre ${roles[role]}`;

/** "pion blanc", "dame noire". */
export const coloured = (color: Color, role: Role): string => {
  const [masculine, fem] = color === 'white' ? ['blanc', 'blanche'] : ['noir', 'noire'];
  return `${roles[role]} ${feminine(role) ? fem : masculine}`;
};
