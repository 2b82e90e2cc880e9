// SPDX-License-Identifier: AGPL-3.0-or-later
import type { TopicMessage } from './socket';
import { tab } from './tab';

type Listener = (message: TopicMessage) => void;

/**
 * The topic `me`: what concerns the person at this browser. Followed as long as the page is open. After `mine` everything that
 * was told before is forgotten; what still holds follows. After a lost connection the page is mostly told only what it has
 * missed.
 */
class Mine {
  private readonly listeners = new Set<Listener>();
  private isStarted = false;

  start(): void {
    if (this.isStarted) return;
    this.isStarted = true;
    const nothing = () => undefined;
    tab.follow('me', {
      onMessage: (message) => {
        for (const listener of this.listeners) listener(message);
      },
      onLink: nothing,
      onMissing: nothing,
      onOutdated: nothing,
    });
  }

  /** Hears of everything from now on; the returned function ends it. */
  on(listener: Listener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}

export const mine = new Mine();
