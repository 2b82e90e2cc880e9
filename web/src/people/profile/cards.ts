// SPDX-License-Identifier: AGPL-3.0-or-later
import { inOrder, type ProfileCard } from '../../ui/slots';

/** The cards of all subjects on a player's profile. */
export const CARDS = inOrder(import.meta.glob<ProfileCard[]>('../../*/slots/profile.ts', { eager: true, import: 'slot' }));
