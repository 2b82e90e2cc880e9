// SPDX-License-Identifier: AGPL-3.0-or-later
import { inOrder, type NewsLine } from '../ui/slots';

/** What the subjects have to tell below the ways into a game. */
export const NEWS = inOrder(import.meta.glob<NewsLine[]>('../*/slots/news.ts', { eager: true, import: 'slot' }));
