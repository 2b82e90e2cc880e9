// SPDX-License-Identifier: AGPL-3.0-or-later
// The engine in the page: a worker that searches.
import type { ChooseWish, EngineInfo, Heard, SearchWish } from './types';
import { Asker, isFatal, nextNumber, RulesError, startWorker, unwrapped, type WorkerLike } from './worker';

/** A worker that has not answered a `stop` by then is in a long depth, and is replaced. In milliseconds. */
const PATIENCE = 150;

interface Search {
  id: number;
  wish: SearchWish;
  onInfo: (info: EngineInfo) => void;
  onProblem: (problem: RulesError) => void;
}

export class PageEngine {
  private worker: WorkerLike | null = null;
  /** The search that is wanted. */
  private search: Search | null = null;
  /** Whether the worker may be inside a search. */
  private isBusy = false;
  private patience: ReturnType<typeof setTimeout> | undefined;
  /** Computer players have a worker of their own: their moves are short, and no search waits for them. */
  private readonly player: Asker;

  constructor(private readonly make: () => WorkerLike = startWorker) {
    this.player = new Asker(make);
  }

  /** Starts a search, and stops the one before. Nothing more is told of that one. */
  start(wish: SearchWish, onInfo: (info: EngineInfo) => void, onProblem: (problem: RulesError) => void = () => {}): void {
    this.halt();
    this.search = { id: nextNumber(), wish, onInfo, onProblem };
    this.send();
  }

  /** Stops the search. Nothing more is told of it. */
  stop(): void {
    this.search = null;
    this.halt();
  }

  /** The move of a computer player of a level, from 1 to 15; null where there is no legal move. */
  choose(wish: ChooseWish): Promise<{ uci: string | null }> {
    return this.player.ask({ ...wish, do: 'choose' }, true) as Promise<{ uci: string | null }>;
  }

  /** Counts the nodes of a fixed set of searches. */
  bench(): Promise<{ nodes: number }> {
    return this.player.ask({ do: 'bench' }, true) as Promise<{ nodes: number }>;
  }

  /** Ends all. */
  close(): void {
    this.search = null;
    this.replace();
    this.player.close();
  }

  /** Tells the worker to stop, and replaces it if it does not answer. */
  private halt(): void {
    if (!this.worker || !this.isBusy || this.patience !== undefined) return;
    this.worker.postMessage({ id: nextNumber(), stop: true });
    this.patience = setTimeout(() => {
      this.replace();
      if (this.search) this.send();
    }, PATIENCE);
  }

  private send(): void {
    const { search } = this;
    if (!search) return;
    try {
      this.worker ??= this.started();
      this.isBusy = true;
      this.worker.postMessage({ id: search.id, search: search.wish });
    } catch (error) {
      this.fail(new RulesError('unavailable', error instanceof Error ? error.message : String(error)));
    }
  }

  private started(): WorkerLike {
    const worker = this.make();
    worker.onmessage = ({ data }) => this.hear(data);
    worker.onerror = () => this.fail(new RulesError('unavailable', 'The engine could not be started in this browser.'));
    return worker;
  }

  private hear(heard: Heard): void {
    if ('stopped' in heard) {
      clearTimeout(this.patience);
      this.patience = undefined;
      this.isBusy = this.search !== null;
      return;
    }
    const { search } = this;
    // A worker that has died is replaced, whatever it was asked.
    if ('answer' in heard && isFatal(heard.answer) && heard.id !== search?.id) return this.replace();
    if (!search || heard.id !== search.id) return;
    if ('info' in heard) {
      if (heard.info.done) this.isBusy = false;
      search.onInfo(heard.info);
      return;
    }
    if (isFatal(heard.answer)) this.replace();
    try {
      unwrapped(heard.answer);
    } catch (error) {
      this.isBusy = false;
      this.search = null;
      search.onProblem(error as RulesError);
    }
  }

  private fail(problem: RulesError): void {
    const { search } = this;
    this.search = null;
    this.replace();
    search?.onProblem(problem);
  }

  /** Ends the worker; the next search starts another one. */
  private replace(): void {
    clearTimeout(this.patience);
    this.patience = undefined;
    this.worker?.terminate();
    this.worker = null;
    this.isBusy = false;
  }
}
