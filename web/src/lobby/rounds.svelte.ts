// SPDX-License-Identifier: AGPL-3.0-or-later
import { mine } from '../platform/mine';
import type { ServerMessage } from '../platform/protocol';

type NextRound = Omit<Extract<ServerMessage, { type: 'next_round' }>, 'topic'>;

/** What was last told of the next round of each of this person's events; without a time where none begins by itself soon. */
class Rounds {
  all = $state.raw<Record<string, NextRound>>({});

  constructor() {
    mine.on((message) => {
      if (message.type === 'mine') this.all = {};
      else if (message.type === 'next_round') this.all = { ...this.all, [message.event]: message };
    });
  }
}

export const rounds = new Rounds();
