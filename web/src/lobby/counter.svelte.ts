// SPDX-License-Identifier: AGPL-3.0-or-later
import type { ChallengeView } from '../platform/protocol';

/** The dialog about challenges: whom it challenges, or which challenge it changes; both null while it is closed. */
class Counter {
  of = $state.raw<ChallengeView | null>(null);
  to = $state<string | null>(null);
}

export const counter = new Counter();
