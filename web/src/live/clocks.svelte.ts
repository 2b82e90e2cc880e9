// SPDX-License-Identifier: AGPL-3.0-or-later
import type { ClocksView, Color } from '../platform/protocol';
import { untilNextFace } from '../platform/time';

/** Both clocks between two messages of the server: it decides, this only counts on. */
export class Clocks {
  /** What the clocks show, in milliseconds; null = unlimited. */
  shown = $state.raw<Record<Color, number> | null>(null);
  running = $state<Color | null>(null);
  /** How long the running clock still waits under a simple delay, in milliseconds. */
  delay = $state(0);
  /** How long the side to move has for its first move, in milliseconds; null where nobody waits for one. */
  firstMove = $state<number | null>(null);
  /** The same when the server last said it. */
  firstMoveTold = $state<number | null>(null);

  private told: ClocksView = { white_ms: 0, black_ms: 0, running: null };
  private toldAt = 0;

  /** Takes over what the server said; `now` is any clock that never steps back. */
  set(view: ClocksView | null, now: number): void {
    this.told = view ?? { white_ms: 0, black_ms: 0, running: null };
    this.toldAt = now;
    this.running = this.told.running;
    this.delay = this.told.delay_ms ?? 0;
    this.firstMove = this.firstMoveTold = this.told.first_move_ms ?? null;
    this.shown = view && { white: view.white_ms, black: view.black_ms };
  }

  /** Brings what is shown up to date and says after how long to call again; null = not at all. */
  tick(now: number): number | null {
    const elapsed = now - this.toldAt;
    const { running, delay_ms: delay = 0, first_move_ms: firstMove } = this.told;
    if (firstMove !== undefined) {
      this.firstMove = Math.max(0, firstMove - elapsed);
      return this.firstMove > 0 ? untilNextFace(this.firstMove) : null;
    }
    if (!running || !this.shown) return null;
    this.delay = Math.max(0, delay - elapsed);
    const left = Math.max(0, this.told[`${running}_ms`] - Math.max(0, elapsed - delay));
    this.shown = { white: this.told.white_ms, black: this.told.black_ms, [running]: left };
    if (this.delay > 0) return untilNextFace(this.delay);
    return left > 0 ? untilNextFace(left) : null;
  }
}
