// SPDX-License-Identifier: AGPL-3.0-or-later
import { read } from '../platform/api';
import type { LiveGame, LiveGames, PlayerTv } from '../platform/protocol';

/** How often the server is asked; it makes one answer a second for everybody. */
const PAUSE_MS = 1000;
/** How often a player's next game is looked for. */
const TV_PAUSE_MS = 3000;

/** Asks again and again while the page is looked at; the returned function ends it. */
function keepAsking(ask: () => Promise<void>, pause: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  const again = async () => {
    clearTimeout(timer);
    if (document.visibilityState === 'visible') await ask();
    if (!stopped) timer = setTimeout(() => void again(), pause);
  };
  const look = () => void (document.visibilityState === 'visible' && again());
  document.addEventListener('visibilitychange', look);
  void again();
  return () => {
    stopped = true;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', look);
  };
}

/** The best running games. */
export class Watching {
  games = $state.raw<readonly LiveGame[] | null>(null);
  failed = $state(false);

  start(): () => void {
    return keepAsking(async () => {
      try {
        this.games = (await read<LiveGames>('/api/page/watch')).games;
        this.failed = false;
      } catch {
        this.failed = true;
      }
    }, PAUSE_MS);
  }
}

/** A player's running game. */
export class Tv {
  /** The name as the player spells it; null until the server has told it. */
  name = $state<string | null>(null);
  game = $state<string | null>(null);
  unknown = $state(false);

  constructor(private readonly asked: string) {}

  start(): () => void {
    return keepAsking(async () => {
      try {
        const found = await read<PlayerTv>(`/api/page/players/${encodeURIComponent(this.asked)}/tv`);
        this.name = found.name;
        // A game that has ended stays until the next one begins.
        this.game = found.game ?? this.game;
      } catch (error) {
        this.unknown = (error as { status?: number }).status === 404;
      }
    }, TV_PAUSE_MS);
  }
}
