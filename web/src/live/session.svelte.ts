// SPDX-License-Identifier: AGPL-3.0-or-later
import { gameExists } from '../platform/api';
import { Game } from './game.svelte';
import type { Color } from '../platform/protocol';
import { forgetReload, reloadOnce } from '../platform/reload';
import { settings } from '../platform/settings.svelte';
import { GameSocket, type Link } from '../platform/socket';
import { playCue } from '../platform/sounds';
import { LOW_TIME_MS } from '../platform/time';

/** A game and its connection, for as long as its page is open. */
export class Session {
  link = $state<Link>('connecting');
  /** The address names no game. */
  missing = $state(false);
  /** The server speaks another version, and loading the page again did not help. */
  outdated = $state(false);
  readonly game: Game;

  private readonly socket: GameSocket;
  private ticking: ReturnType<typeof setTimeout> | undefined;
  private warned: Color | null = null;

  constructor(readonly id: string) {
    this.game = new Game({
      send: (message) => this.socket.send(message),
      resync: () => this.socket.resync(),
      outdated: () => this.reload(),
      cue: (cue) => settings.muted || playCue(cue),
      now: () => performance.now(),
    });
    this.socket = new GameSocket({
      game: id,
      open: (path) => new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${path}`),
      random: Math.random,
      after: () => this.game.seq,
      onMessage: (message) => {
        this.game.receive(message);
        this.tick();
      },
      onLink: (link) => this.takeLink(link),
    });
  }

  /** Connects; the returned function ends it all. */
  start(): () => void {
    const wake = () => document.visibilityState === 'visible' && this.socket.wake();
    addEventListener('online', wake);
    document.addEventListener('visibilitychange', wake);
    this.socket.start();
    return () => {
      removeEventListener('online', wake);
      document.removeEventListener('visibilitychange', wake);
      clearTimeout(this.ticking);
      this.socket.stop();
    };
  }

  private takeLink(link: Link): void {
    this.link = link;
    if (link === 'online') forgetReload('protocol');
    // A refused socket tells nothing; ask once more in a way that does.
    if (link === 'lost' && this.game.seq === null) {
      gameExists(this.id).then(
        (exists) => !exists && this.giveUp(),
        () => undefined,
      );
    }
  }

  private giveUp(): void {
    this.missing = true;
    this.socket.stop();
  }

  private tick(): void {
    clearTimeout(this.ticking);
    const { clocks, you } = this.game;
    const now = performance.now();
    const next = [clocks.tick(now), this.game.tickAbsence(now)].filter((each) => each !== null);
    this.warn(clocks.running === you && you !== null && (clocks.shown?.[you] ?? Infinity) < LOW_TIME_MS);
    if (next.length > 0) this.ticking = setTimeout(() => this.tick(), Math.min(...next));
  }

  /** Once a turn, not once a tenth. */
  private warn(low: boolean): void {
    if (low && this.warned === null && !settings.muted) playCue('low_time');
    this.warned = low ? this.game.you : null;
  }

  private reload(): void {
    this.socket.stop();
    this.outdated = !reloadOnce('protocol');
  }
}
