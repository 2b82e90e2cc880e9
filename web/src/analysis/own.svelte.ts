// SPDX-License-Identifier: AGPL-3.0-or-later
// The running games of whoever looks, and in which positions they keep the engine off. The server tells the games, all at once and
// again while the page is seen; the rule runs here (`closed.ts`), so that no move on the board asks the server. What was told last
// is kept, and counts while no server is in reach.
import { read } from '../platform/api';
import { mine } from '../platform/mine';
import type { OwnRunning } from '../platform/protocol';
import { recall, remember } from '../platform/storage';
import { RunningGame } from './closed';
import type { EngineLine, Rules } from './ports';

/** A game with a clock turns the engine off everywhere; one by correspondence near its positions. */
export type Closed = 'playing' | 'near';

/** How often the games are asked for while the page is seen: a game may have begun in another window. */
const EVERY_MS = 10_000;
/** The same while a seat in an own game is open: nothing tells this page when somebody sits down there. */
const OPEN_MS = 1_000;
const KEPT = 'analysis.own';
const NONE: OwnRunning = { clocked: false, games: [] };

interface Kept {
  owner: string;
  running: OwnRunning;
}

export class OwnGames {
  /** Whether an own game waits for its opponent. */
  hasOpenSeat = false;
  /** It is not known which games there are. */
  isUnsure = $state(true);
  private isPlaying = $state(false);
  private games = $state.raw<readonly { id: string; game: RunningGame }[]>([]);
  /** Positions from which the engine's line has led into one of the games, and which game that is. */
  private led = $state.raw<ReadonlyMap<string, string>>(new Map());

  private told = '';
  private isReading = false;
  private isStale = false;
  private isFollowed = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly rules: Rules,
    /** The account's name; empty for a guest. */
    private readonly owner: string,
    private readonly ask: () => Promise<OwnRunning> = () => read('/api/page/engine'),
  ) {}

  /** Keeps it up to date; the returned function ends that. */
  follow(): () => void {
    const look = () => void this.look();
    const hush = mine.on(({ type }) => {
      if (!['paired', 'mine', 'challenge_ended'].includes(type) || (this.isUnsure && type !== 'paired')) return;
      // A game has begun: until the server has said which, no engine runs.
      if (type === 'paired') this.isUnsure = true;
      look();
    });
    document.addEventListener('visibilitychange', look);
    this.isFollowed = true;
    look();
    return () => {
      this.isFollowed = false;
      clearTimeout(this.timer);
      hush();
      document.removeEventListener('visibilitychange', look);
    };
  }

  /** Asks the server which games run. */
  async look(): Promise<void> {
    clearTimeout(this.timer);
    if (document.visibilityState !== 'visible') return;
    // An answer that is on its way may be older than what is asked for now.
    this.isStale = this.isReading;
    if (this.isReading) return;
    this.isReading = true;
    try {
      await this.take(await this.heard());
      // An answer from before the pairing says nothing of it.
      if (!this.isStale) this.isUnsure = false;
    } catch {
      // Without the rules no engine runs either: the next look tries again.
    }
    this.isReading = false;
    if (!this.isFollowed) return;
    if (this.isStale) void this.look();
    else this.timer = setTimeout(() => void this.look(), this.hasOpenSeat ? OPEN_MS : EVERY_MS);
  }

  /** Why the engine is off in a position; null where it may run. */
  closes(fen: string): Closed | null {
    if (this.isPlaying) return 'playing';
    return this.nearTo(fen) === null ? null : 'near';
  }

  /** The game by correspondence for which the engine is off in a position; null where there is none. */
  nearTo(fen: string): string | null {
    return this.led.get(fen) ?? this.games.find(({ game }) => game.isHelpedBy(fen))?.id ?? null;
  }

  /** Whether lines have to be looked at. */
  get areThere(): boolean {
    return this.games.length > 0;
  }

  /**
   * Whether one of these lines leads into a game: what it is worth is what that position is worth. The engine then stays off where
   * the lines begin. `isThreat` where the side that is not to move begins them.
   */
  async leadsIn(fen: string, lines: readonly EngineLine[], isThreat: boolean, variant: Parameters<Rules['replay']>[0]['variant']): Promise<boolean> {
    const walk = async ({ pv }: EngineLine) => {
      const { line, stopped } = await this.rules.replay({ fen, moves: isThreat ? ['0000', ...pv] : pv, variant });
      if (stopped) throw new Error(stopped.message);
      return line;
    };
    const steps = (await Promise.all(lines.map(walk))).flat();
    const led = this.games.find(({ game }) => steps.some((step) => game.isHelpedBy(step.fen)));
    if (led) this.led = new Map([...this.led, [fen, led.id]]);
    return led !== undefined;
  }

  /** What the server says; what it said last where it can't be reached. */
  private async heard(): Promise<OwnRunning> {
    try {
      const running = await this.ask();
      remember(KEPT, { owner: this.owner, running } satisfies Kept);
      return running;
    } catch {
      if (this.told !== '') return JSON.parse(this.told) as OwnRunning;
      const kept = recall<Kept | null>(KEPT, null);
      return kept?.owner === this.owner ? kept.running : NONE;
    }
  }

  private async take(running: OwnRunning): Promise<void> {
    const told = JSON.stringify(running);
    if (told === this.told) return;
    this.isPlaying = running.clocked;
    const games = running.games.map(async ({ id, start_fen: fen, moves, variant }) => {
      const { line } = await this.rules.replay({ fen, moves, variant });
      return { id, game: new RunningGame([fen, ...line.map((step) => step.fen)]) };
    });
    this.games = await Promise.all(games);
    this.led = new Map();
    this.told = told;
  }
}
