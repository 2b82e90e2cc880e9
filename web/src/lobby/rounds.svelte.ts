// SPDX-License-Identifier: AGPL-3.0-or-later
import { mine } from '../platform/mine';
import type { ServerMessage } from '../platform/protocol';

type NextRound = Omit<Extract<ServerMessage, { type: 'next_round' }>, 'topic'>;

/** Rounds of this person's events that begin by themselves within the next minutes. */
class Rounds {
  all = $state.raw<readonly NextRound[]>([]);

  start(): void {
    mine.on((message) => {
      if (message.type === 'mine') this.all = [];
      else if (message.type === 'next_round') this.all = [...this.all.filter(({ event }) => event !== message.event), message].filter(({ at }) => at);
    });
  }
}

export const rounds = new Rounds();
