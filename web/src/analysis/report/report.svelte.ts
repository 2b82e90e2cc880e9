// SPDX-License-Identifier: AGPL-3.0-or-later
// The computer analysis of one game, as the server tells it: how far it is, and what was found.
import { ApiError, read, send } from '../../platform/api';
import type { AnalysedMove, AnalysedStart, AnalysisAnswer, AnalysisTotals, AnalysisView } from '../../platform/protocol';
import type { Subscription, TopicMessage } from '../../platform/socket';
import { tab } from '../../platform/tab';

/** Why there is nothing to show: the code of an answer, or a place that can't be reached. */
export type Closed = 'missing' | 'failed' | 'running' | 'playing' | 'near' | 'usedUp' | 'full';

/** What stays as it is, however soon it is asked again. */
const LASTS: readonly Closed[] = ['missing', 'usedUp'];

const CLOSED: Record<string, Closed> = {
  not_found: 'missing',
  analysis_of_running: 'running',
  analysis_while_playing: 'playing',
  analysis_near_own_game: 'near',
  analyses_used_up: 'usedUp',
  analysis_queue_full: 'full',
};

/** Why the topic is closed to somebody. */
export const CLOSED_BY = ['analysis_of_running', 'analysis_while_playing', 'analysis_near_own_game'] as const;

/** So many moves of a game can be judged again. */
export const MOST_DEEPER = 20;

/** Stages in their order. */
const RANK: Record<AnalysisView['stage'], number> = { none: 0, failed: 0, waiting: 1, running: 2, done: 3 };

export class GameReport {
  view = $state.raw<AnalysisView | null>(null);
  closed = $state<Closed | null>(null);
  /** Why a move can't be judged again. */
  problem = $state<Closed | null>(null);
  /** The server is being asked. */
  busy = $state(false);
  /** How many games may still be analysed today, of how many. */
  left = $state(0);
  aDay = $state(0);

  /** Whether it may be another answer the next time. */
  readonly canRetry = $derived(this.closed !== null && !LASTS.includes(this.closed));
  readonly start = $derived.by<AnalysedStart | null>(() =>
    this.view?.stage === 'running' || this.view?.stage === 'done' ? this.view.start : null,
  );
  readonly moves = $derived.by<readonly AnalysedMove[]>(() =>
    this.view?.stage === 'running' || this.view?.stage === 'done' ? this.view.moves : [],
  );
  readonly totals = $derived.by<AnalysisTotals | null>(() => (this.view?.stage === 'done' ? this.view.totals : null));
  /** How many half-moves the game has. */
  readonly of = $derived.by(() => (this.view?.stage === 'running' || this.view?.stage === 'done' ? this.view.of : 0));

  private isFollowed = false;
  private subscription: Subscription | null = null;

  constructor(readonly game: string) {}

  private get path(): string {
    return `/api/page/analysis/${encodeURIComponent(this.game)}`;
  }

  /** Hears of it from now on. The returned function ends it. */
  follow(): () => void {
    this.isFollowed = true;
    void this.look();
    return () => {
      this.isFollowed = false;
      this.subscription?.stop();
      this.subscription = null;
    };
  }

  /** Asks how far it is, also after that has failed. */
  async look(): Promise<void> {
    await this.call(() => read<AnalysisAnswer>(this.path));
    if (this.closed === null) this.listen();
  }

  /** Asks again after that has failed; once, however often somebody presses while the server is being asked. */
  async again(): Promise<void> {
    if (!this.busy) await this.look();
  }

  /** Asks for the analysis; once, however often somebody presses while the server is being asked. */
  async ask(): Promise<void> {
    if (this.busy) return;
    await this.call(() => send<AnalysisAnswer>('POST', this.path));
  }

  /** Asks for another look at a move, with more nodes; once, however often somebody presses while the server is being asked. */
  async lookDeeper(ply: number): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.problem = null;
    try {
      this.take(await send<AnalysisAnswer>('POST', `${this.path}/deeper`, { ply }));
    } catch (error) {
      this.problem = closedOf(error);
    } finally {
      this.busy = false;
    }
  }

  /** Follows the topic, or asks it anew. */
  private listen(): void {
    if (!this.isFollowed) return;
    if (this.subscription) return this.subscription.resync();
    const nothing = () => undefined;
    this.subscription = tab.follow(`analysis:${this.game}`, {
      onMessage: (message) => this.hear(message),
      onLink: nothing,
      // The player has begun a game, for example. The call says why, once: the server may refuse the topic again and again.
      onMissing: () => {
        if (this.closed === null || this.closed === 'failed') void this.call(() => read<AnalysisAnswer>(this.path));
      },
      closedBy: CLOSED_BY,
      onOutdated: nothing,
    });
  }

  /** A message of the topic. */
  hear(message: TopicMessage): void {
    const { view } = this;
    switch (message.type) {
      case 'analysis':
        this.view = message.analysis;
        // Only whoever may see it is told.
        this.closed = null;
        break;
      case 'analysis_waits':
        if (view?.stage === 'waiting') this.view = { ...view, ahead: message.ahead };
        break;
      case 'analysis_looks':
        if (view?.stage === 'done') this.view = { ...view, looking: message.looking };
        break;
      case 'analysis_grew':
        if (view?.stage === 'running') {
          this.view = { ...view, start: message.start ?? view.start, moves: [...view.moves, ...message.moves] };
        }
        break;
      default:
    }
  }

  private async call(ask: () => Promise<AnalysisAnswer>): Promise<void> {
    this.busy = true;
    try {
      const answer = await ask();
      this.closed = null;
      this.take(answer);
    } catch (error) {
      this.closed = closedOf(error);
    } finally {
      this.busy = false;
    }
  }

  private take({ analysis, left, a_day: aDay }: AnalysisAnswer): void {
    // The topic may have told of a later stage while the answer was under way.
    if (this.view === null || RANK[analysis.stage] >= RANK[this.view.stage]) this.view = analysis;
    [this.left, this.aDay] = [left, aDay];
  }
}

const closedOf = (error: unknown): Closed => (error instanceof ApiError ? (CLOSED[error.code] ?? 'failed') : 'failed');
