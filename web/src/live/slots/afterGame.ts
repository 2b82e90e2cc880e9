// SPDX-License-Identifier: AGPL-3.0-or-later
import type { Slotted } from '../../ui/slots';

export const slot: Slotted[] = [{ place: 10, load: () => import('../after/TimesChart.svelte'), texts: ['after'] }];
