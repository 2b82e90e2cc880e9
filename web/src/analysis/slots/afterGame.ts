// SPDX-License-Identifier: AGPL-3.0-or-later
import type { Slotted } from '../../ui/slots';

export const slot: Slotted[] = [{ place: 20, load: () => import('../MoveSigns.svelte'), texts: [] }];
