// SPDX-License-Identifier: AGPL-3.0-or-later
import type { ClocksView, Color } from './protocol';
import { untilNextFace } from './time';

/** Both clocks between two messages of the server: it decides, this only counts on. */
export class Clocks {
  /** What the clocks show, in milliseconds; null = unlimited. */
  shown = $state.raw<Record<Color, number> | null>(null);
  running = $state<Color | null>(null);

  private told: Record<Color, number> = { white: 0, black: 0 };
  private toldAt = 0;

  /** Takes over what the server said; `now` is any clock that never steps back. */
  set(view: ClocksView | null, now: number): void {
    this.running = view?.running ?? null;
    this.told = { white: view?.white_ms ?? 0, black: view?.black_ms ?? 0 };
    this.toldAt = now;
    this.shown = view && { ...this.told };
  }

  /** Brings what is shown up to date and says after how long to call again; null = not at all. */
  tick(now: number): number | null {
    const side = this.running;
    if (!side || !this.shown) return null;
    const left = Math.max(0, this.told[side] - (now - this.toldAt));
    this.shown = { ...this.told, [side]: left };
    return left > 0 ? untilNextFace(left) : null;
  }
}
