// SPDX-License-Identifier: AGPL-3.0-or-later

/** Seconds left that are said aloud, the most first. */
const SAID = [30, 20, 10] as const;
/** By how much time must rise again before a number is said once more, in milliseconds: increments are no news. */
const AGAIN_MS = 5_000;

/** Says once that the person's time has come down to 30, 20 and 10 seconds. */
export class Countdown {
  private last: number | null = null;

  /** Which of the numbers is to be said now, `ms` being left on the person's running clock; null = none. */
  next(ms: number): number | null {
    const due = SAID.findLast((seconds) => ms <= seconds * 1000) ?? Number.POSITIVE_INFINITY;
    // What has passed before the first look is no news.
    if (this.last === null || ms > this.last * 1000 + AGAIN_MS) this.last = due;
    if (due >= this.last) return null;
    this.last = due;
    return due;
  }
}
