// SPDX-License-Identifier: AGPL-3.0-or-later
import type { Color, GameId } from '../platform/protocol';
import type { TopicMessage } from '../platform/socket';

/** Another game between the same two: who offers it, and what came of it. */
export class Rematch {
  offeredBy = $state<Color | null>(null);
  /** The game that has begun. */
  game = $state<GameId | null>(null);
  declinedBy = $state<Color | null>(null);
  /** The person asked for it on this very page. */
  isWanted = $state(false);

  /** Takes what the server said. A player who withdraws the own offer has declined nothing. */
  take(message: Extract<TopicMessage, { type: 'rematch' }>): void {
    const declinedBy = message.declined_by ?? null;
    this.declinedBy = declinedBy === this.offeredBy ? null : declinedBy;
    this.offeredBy = message.offered_by;
    this.game = message.game;
  }
}
