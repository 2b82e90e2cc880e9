// SPDX-License-Identifier: AGPL-3.0-or-later
// How a puzzle went, in words.
import { t } from '../locale';
import type { PuzzleEnd } from '../platform/protocol';

/** From the first attempt to the last one: "Solved with a hint", "Failed first, solved later". */
export const wentOf = (first: PuzzleEnd, last: PuzzleEnd): string => t.puzzles.went[`${first} ${last}`] ?? t.puzzles.ends[last];
