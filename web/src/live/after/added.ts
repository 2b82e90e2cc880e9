// SPDX-License-Identifier: AGPL-3.0-or-later
import { type GameLink, inOrder, loadSlotted, type Loaded, type Slotted } from '../../ui/slots';
import type { Game } from '../game.svelte';

/** What a subject adds to the card about a game that is over. It is given the game. */
export type Added = Loaded<{ game: Game }>;

export const ADDED = inOrder(import.meta.glob<Slotted[]>('../../*/slots/afterGame.ts', { eager: true, import: 'slot' }));

/** The ways on from a game that is over, between the rematch and a new opponent. */
export const WAYS_ON = inOrder(import.meta.glob<GameLink[]>('../../*/slots/wayOn.ts', { eager: true, import: 'slot' }));

/** Fetches what all subjects add. */
export const loadAdded = (): Promise<Added[]> => loadSlotted(ADDED);
