// SPDX-License-Identifier: AGPL-3.0-or-later
// The server's time. A device's own clock may be wrong by an hour, and what is counted down to is said by the server's.
import { read } from './api';
import type { ServerInfo } from './protocol';

/** So often the server is asked again: a device's clock may be set while a page is open. */
const AGAIN_MS = 5 * 60_000;

class ServerClock {
  /** By how much the server's clock is ahead of this device's, in milliseconds; 0 until the server has said what time it is. */
  private ahead = $state(0);

  /** What time it is for the server. */
  now(): number {
    return Date.now() + this.ahead;
  }

  /** The server has said what time it is, between these times of this device. */
  take(now: number, asked: number, answered = Date.now()): void {
    this.ahead = Math.round(now - (asked + answered) / 2);
  }

  /** Keeps to the server's time until what is returned is called. */
  follow(): () => void {
    void this.look();
    const timer = setInterval(() => void this.look(), AGAIN_MS);
    return () => clearInterval(timer);
  }

  private async look(): Promise<void> {
    const asked = Date.now();
    // Without an answer the last one counts.
    const told = await read<Pick<ServerInfo, 'now'>>('/api/info').catch(() => null);
    if (told) this.take(told.now, asked);
  }
}

export const serverClock = new ServerClock();
