// SPDX-License-Identifier: AGPL-3.0-or-later
import { account } from './account.svelte';
import { query, read } from './api';
import type { PlayerHere } from './protocol';

/** How often it is asked who is here, while somebody looks. */
const EVERY_MS = 20_000;

/** Asks again and again, as long as the page is seen; the returned function ends it. */
function again(ask: () => Promise<void>): () => void {
  const now = () => {
    if (document.visibilityState === 'visible') void ask().catch(() => undefined);
  };
  now();
  const timer = setInterval(now, EVERY_MS);
  document.addEventListener('visibilitychange', now);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', now);
  };
}

/** Those whom this person follows, those who are here first. Guests follow nobody. */
export class Followed {
  players = $state.raw<readonly PlayerHere[]>([]);
  readonly here = $derived(this.players.filter(({ online }) => online));

  look(): () => void {
    if (account.me === null) {
      this.players = [];
      return () => undefined;
    }
    return again(async () => {
      this.players = await read<PlayerHere[]>('/api/page/following');
    });
  }
}

/** Everybody who is online and shows it. */
export class Online {
  /** null until the server has told them. */
  players = $state.raw<readonly PlayerHere[] | null>(null);

  look(): () => void {
    return again(async () => {
      this.players = await read<PlayerHere[]>('/api/page/online');
    });
  }
}

/** How it stands with one player, asked by name. */
export class Presence {
  player = $state.raw<PlayerHere | null>(null);

  look(name: string): () => void {
    return again(async () => {
      const [player = null] = await read<PlayerHere[]>(`/api/page/here${query({ names: name })}`);
      this.player = player;
    });
  }
}
