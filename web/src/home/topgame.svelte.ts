// SPDX-License-Identifier: AGPL-3.0-or-later
import { read } from '../platform/api';
import type { LiveGame, LiveGames } from '../platform/protocol';

/** How often the server is asked; it makes one answer a second for everybody. */
const EVERY_MS = 2_000;

/** The best game that runs now. Once one is shown, it stays until it is over: nobody's eye is led elsewhere. */
export class TopGame {
  game = $state.raw<LiveGame | null>(null);
  /** Whether the server has told which game that is, or can't. */
  isKnown = $state(false);
  private id: string | null = null;

  /** Looks as long as somebody sees it; the returned function ends it. Where nothing runs, it is asked once. */
  start(): () => void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const look = async () => {
      if (document.visibilityState === 'visible') await this.look();
      if (!isOver && this.game) timer = setTimeout(() => void look(), EVERY_MS);
    };
    void look();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }

  private async look(): Promise<void> {
    try {
      const { games } = await read<LiveGames>('/api/page/watch');
      this.game = games.find(({ id }) => id === this.id) ?? games[0] ?? null;
      this.id = this.game?.id ?? null;
    } catch {
      // A board to begin on, then.
    }
    this.isKnown = true;
  }
}
