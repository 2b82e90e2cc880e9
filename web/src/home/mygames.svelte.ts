// SPDX-License-Identifier: AGPL-3.0-or-later
import { myGames } from '../platform/api';
import { mine } from '../platform/mine';
import type { GameSummary } from '../platform/protocol';
import { isClocked } from './summary';

/** How often the list is read while a clock of an own game runs: what it shows must be right within about a second. */
const CLOCKED_MS = 1_000;
/** The same where only games without such a clock go on, or a seat is still open. */
const SLOW_MS = 10_000;

/** After how many milliseconds these games may have changed without a message; null: they are all over. */
export function staleAfter(games: readonly GameSummary[]): number | null {
  if (games.some(isClocked)) return CLOCKED_MS;
  return games.some(({ status }) => status.kind !== 'ended') ? SLOW_MS : null;
}

/**
 * The person's own games, kept up to date while something shows them. The list is read, because following each game would
 * show its opponent that this player sits at the board.
 */
export class MyGames {
  /** null until the server has told them. */
  list = $state.raw<readonly GameSummary[] | null>(null);
  failed = $state(false);

  private timer: ReturnType<typeof setTimeout> | undefined;
  private isReading = false;
  private isStale = false;
  /** How many show the list. */
  private shown = 0;
  private stop: () => void = () => undefined;
  /** Counts the persons: an answer for the one before is not taken. */
  private person = 0;

  /** Keeps the list up to date for one more who shows it; the returned function ends that. */
  start(): () => void {
    this.shown += 1;
    if (this.shown === 1) this.stop = this.begin();
    return () => {
      this.shown -= 1;
      if (this.shown === 0) this.stop();
    };
  }

  /** Somebody else uses this browser now. */
  forget(): void {
    this.person += 1;
    this.list = null;
    void this.read();
  }

  private begin(): () => void {
    const read = () => void this.read();
    // What the connection tells first of all, `mine`, is no news while the first list is on its way. A game that begins is.
    const hush = mine.on(({ type }) => (['paired', 'notices', 'challenge_ended'].includes(type) || (type === 'mine' && this.list)) && read());
    document.addEventListener('visibilitychange', read);
    read();
    return () => {
      hush();
      clearTimeout(this.timer);
      document.removeEventListener('visibilitychange', read);
    };
  }

  private async read(): Promise<void> {
    clearTimeout(this.timer);
    if (this.shown === 0 || document.visibilityState !== 'visible') return;
    // An answer that is on its way may be older than what is asked for now.
    this.isStale = this.isReading;
    if (this.isReading) return;
    this.isReading = true;
    let wait: number | null = SLOW_MS;
    const { person } = this;
    try {
      const list = await myGames();
      if (person === this.person) {
        this.list = list;
        this.failed = false;
        wait = staleAfter(list);
      }
    } catch {
      this.failed = this.list === null;
    }
    this.isReading = false;
    if (this.isStale) void this.read();
    else if (wait !== null && this.shown > 0) this.timer = setTimeout(() => void this.read(), wait);
  }
}

/** Those of this tab: the start page lists them, and every other page shows the one that runs. */
export const games = new MyGames();
