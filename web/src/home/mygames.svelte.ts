// SPDX-License-Identifier: AGPL-3.0-or-later
import { myGames } from '../platform/api';
import { mine } from '../platform/mine';
import type { GameSummary } from '../platform/protocol';

/** How often the list is read while a clock of an own game runs: what it shows must be right within about a second. */
const CLOCKED_MS = 1_000;
/** The same where only games without such a clock go on, or a seat is still open. */
const SLOW_MS = 10_000;

/** Seconds count in a game that is played by the clock, not in one with days for each move. */
const isClocked = ({ status, time }: GameSummary) => status.kind === 'playing' && time !== null && !('days' in time);

/** After how many milliseconds these games may have changed without a message; null: they are all over. */
export function staleAfter(games: readonly GameSummary[]): number | null {
  if (games.some(isClocked)) return CLOCKED_MS;
  return games.some(({ status }) => status.kind !== 'ended') ? SLOW_MS : null;
}

/**
 * The person's own games, kept up to date while a page shows them. The list is read, because following each game would
 * show its opponent that this player sits at the board.
 */
export class MyGames {
  /** null until the server has told them. */
  list = $state.raw<readonly GameSummary[] | null>(null);
  failed = $state(false);

  private timer: ReturnType<typeof setTimeout> | undefined;
  private isReading = false;
  private isStale = false;
  private isShown = false;

  /** Keeps the list up to date; the returned function ends it. */
  start(): () => void {
    const read = () => void this.read();
    this.isShown = true;
    const hush = mine.on(({ type }) => ['paired', 'notices', 'challenge_ended', 'mine'].includes(type) && this.list && read());
    document.addEventListener('visibilitychange', read);
    read();
    return () => {
      this.isShown = false;
      hush();
      clearTimeout(this.timer);
      document.removeEventListener('visibilitychange', read);
    };
  }

  private async read(): Promise<void> {
    clearTimeout(this.timer);
    if (!this.isShown || document.visibilityState !== 'visible') return;
    // An answer that is on its way may be older than what is asked for now.
    this.isStale = this.isReading;
    if (this.isReading) return;
    this.isReading = true;
    let wait: number | null = SLOW_MS;
    try {
      this.list = await myGames();
      this.failed = false;
      wait = staleAfter(this.list);
    } catch {
      this.failed = this.list === null;
    }
    this.isReading = false;
    if (this.isStale) void this.read();
    else if (wait !== null && this.isShown) this.timer = setTimeout(() => void this.read(), wait);
  }
}
