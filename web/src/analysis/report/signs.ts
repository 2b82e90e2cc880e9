// SPDX-License-Identifier: AGPL-3.0-or-later
import type { JudgementView } from '../../platform/protocol';

/** The glyph of a PGN that says the same. */
export const NAGS: Record<JudgementView, number> = { inaccuracy: 6, mistake: 2, blunder: 4 };

/** The sign behind a move that is judged so. */
export const SIGNS: Record<JudgementView, string> = { inaccuracy: '?!', mistake: '?', blunder: '??' };
