// SPDX-License-Identifier: AGPL-3.0-or-later
import type { Color } from '../platform/protocol';

/** A player who has left on their turn, and when the opponent may claim the game. */
export class Absence {
  /** Who, and in how many seconds the opponent may claim; 0 = now. Null: both are there. */
  shown = $state.raw<{ by: Color; claimIn: number } | null>(null);
  private claimAt = 0;

  /** Takes what the server said at `now`; null: the player has come back. */
  set(by: Color, claimInMs: number | null, now: number): void {
    this.claimAt = now + (claimInMs ?? 0);
    this.shown = claimInMs === null ? null : { by, claimIn: Math.ceil(claimInMs / 1000) };
  }

  /** It is over, or no longer the turn of the player who left. */
  clear(): void {
    this.shown = null;
  }

  /** Counts down; only the server says that it is over. Returns after how long to call again; null = not at all. */
  tick(now: number): number | null {
    if (!this.shown || this.shown.claimIn === 0) return null;
    const left = Math.max(1, Math.ceil((this.claimAt - now) / 1000));
    if (left !== this.shown.claimIn) this.shown = { ...this.shown, claimIn: left };
    return 1000;
  }
}
