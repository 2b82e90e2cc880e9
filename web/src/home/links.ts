// SPDX-License-Identifier: AGPL-3.0-or-later
import { inOrder, type HomeLink } from '../ui/slots';

/** The links of all subjects below the large ways into a game. */
export const LINKS = inOrder(import.meta.glob<HomeLink[]>('../*/slots/home.ts', { eager: true, import: 'slot' }));
