// SPDX-License-Identifier: AGPL-3.0-or-later
import type { RoleView } from '../platform/protocol';
import { inOrder, type DeskPart } from '../ui/slots';

/** The desk's parts, of all subjects, in their order. Each is shown without anything given to it. */
export const PARTS = inOrder(import.meta.glob<DeskPart[]>('../*/slots/desk.ts', { eager: true, import: 'slot' }));

/** The parts that a role may see; the first is what the desk opens with. */
export const partsOf = (role: RoleView): DeskPart[] => PARTS.filter(({ roles }) => roles.includes(role));

/** The path of a desk's call. */
export const deskPath = (rest: string): string => `/api/page/desk/${rest}`;
