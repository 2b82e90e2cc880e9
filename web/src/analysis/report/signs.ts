// SPDX-License-Identifier: AGPL-3.0-or-later
import type { JudgementView } from '../../platform/protocol';

/** The sign behind a move that is judged so. */
export const SIGNS: Record<JudgementView, string> = { inaccuracy: '?!', mistake: '?', blunder: '??' };
