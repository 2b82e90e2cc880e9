// SPDX-License-Identifier: AGPL-3.0-or-later
import type { Color } from '../platform/protocol';
import { forgetReload, reloadOnce } from '../platform/reload';
import type { Link, Subscription, TabSocket } from '../platform/socket';
import { give } from '../platform/sounds';
import { LOW_TIME_MS } from '../platform/time';
import { settings } from '../platform/settings.svelte';
import { t } from '../locale';
import { Countdown } from './countdown';
import { Game } from './game.svelte';

/** A game that is followed over the tab's connection, for as long as its page is open. */
export class Session {
  link = $state<Link>('connecting');
  /** The address names no game. */
  missing = $state(false);
  /** The server speaks another version, and loading the page again did not help. */
  outdated = $state(false);
  /** What is said of the person's own clock: `20 seconds left`. */
  countdown = $state('');
  private readonly counting = new Countdown();
  readonly game: Game;

  private subscription: Subscription | null = null;
  private ticking: ReturnType<typeof setTimeout> | undefined;
  private warned: Color | null = null;

  constructor(
    readonly id: string,
    private readonly tab: TabSocket,
  ) {
    this.game = new Game({
      send: (command) => this.subscription?.send(command) ?? false,
      resync: () => this.subscription?.resync(),
      cue: give,
      now: () => performance.now(),
    });
  }

  /** Follows the game; the returned function ends it. */
  start(): () => void {
    this.subscription = this.tab.follow(`game:${this.id}`, {
      after: () => this.game.seq,
      onMessage: (message) => {
        this.game.receive(message);
        this.tick();
      },
      isUrgent: () => this.game.clocks.running !== null,
      isPlayed: () => this.game.clocks.running !== null && this.game.you !== null,
      onLink: (link) => this.takeLink(link),
      onMissing: () => {
        this.missing = true;
        this.stop();
      },
      onOutdated: () => {
        this.stop();
        this.outdated = !reloadOnce('protocol');
      },
    });
    return () => this.stop();
  }

  private stop(): void {
    clearTimeout(this.ticking);
    this.subscription?.stop();
  }

  private takeLink(link: Link): void {
    this.link = link;
    if (link === 'online') forgetReload('protocol');
    if (link === 'lost') this.game.disconnected();
  }

  private tick(): void {
    clearTimeout(this.ticking);
    const { clocks, absence, you } = this.game;
    const now = performance.now();
    const next = [clocks.tick(now), absence.tick(now)].filter((each) => each !== null);
    const isDue = you !== null && this.game.situation?.turn === you;
    if (isDue && clocks.firstMove !== null) this.count(clocks.firstMove);
    else if (clocks.running === you && you !== null && clocks.shown) this.count(clocks.shown[you]);
    this.warn(clocks.running === you && you !== null && (clocks.shown?.[you] ?? Infinity) < LOW_TIME_MS);
    if (next.length > 0) this.ticking = setTimeout(() => this.tick(), Math.min(...next));
  }

  /** Says once in how long the person must move, or has lost. */
  private count(ms: number): void {
    const seconds = this.counting.next(ms);
    if (seconds !== null && settings.get('say_clock') === 'on') this.countdown = t.game.secondsLeft(seconds);
  }

  /** Once a turn, not once a tenth. */
  private warn(low: boolean): void {
    if (low && this.warned === null) give('low_time');
    this.warned = low ? this.game.you : null;
  }
}
