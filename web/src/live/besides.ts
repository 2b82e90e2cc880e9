// SPDX-License-Identifier: AGPL-3.0-or-later
import { type GamePart, inOrder } from '../ui/slots';

/** What subjects add beside a player's own game, running or over. */
export const BESIDES = inOrder(import.meta.glob<GamePart[]>('../*/slots/beside.ts', { eager: true, import: 'slot' }));
