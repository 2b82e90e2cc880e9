// SPDX-License-Identifier: AGPL-3.0-or-later
import type { Category } from './protocol';

/** What ratings are kept for, in the order in which they are shown. */
export const CATEGORIES: readonly Category[] = ['bullet', 'blitz', 'rapid', 'classical', 'correspondence', 'chess960'];
