// SPDX-License-Identifier: AGPL-3.0-or-later
import type { RoleView } from '../platform/protocol';

/** The desk's parts, in their order, and who works there. */
const PARTS = {
  overview: ['admin'],
  users: ['admin', 'moderator'],
  reports: ['admin', 'moderator'],
  cards: ['admin', 'organiser'],
  site: ['admin'],
  log: ['admin', 'moderator'],
} as const satisfies Record<string, RoleView[]>;

export type Part = keyof typeof PARTS;

/** The parts that a role may see; the first is what the desk opens with. */
export function partsOf(role: RoleView): Part[] {
  return (Object.keys(PARTS) as Part[]).filter((part) => (PARTS[part] as readonly RoleView[]).includes(role));
}

/** The path of a desk's call. */
export const deskPath = (rest: string): string => `/api/page/desk/${rest}`;
