// SPDX-License-Identifier: AGPL-3.0-or-later
import type { ProfileCard } from '../../ui/slots';

export const slot: ProfileCard[] = [
  { place: 10, isForOthers: true, load: () => import('../profile/Crosstable.svelte'), texts: ['profile'] },
  { place: 20, isForOthers: true, load: () => import('../profile/Note.svelte'), texts: ['profile'] },
];
