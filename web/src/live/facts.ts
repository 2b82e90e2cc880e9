// SPDX-License-Identifier: AGPL-3.0-or-later
import { type GamePart, inOrder } from '../ui/slots';

/** What subjects add above the facts of a game: a line each. */
export const FACTS = inOrder(import.meta.glob<GamePart[]>('../*/slots/facts.ts', { eager: true, import: 'slot' }));
