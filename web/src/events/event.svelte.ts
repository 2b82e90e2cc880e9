// SPDX-License-Identifier: AGPL-3.0-or-later
// One event as its page shows it, looked at again every few seconds.
import { query, read, send } from '../platform/api';
import type { EntrantView, EventAct, EventAnswer, EventBoardView, EventView, EventWhy } from '../platform/protocol';
import { problemOf } from '../ui/problem';

const LOOK_MS = 2_500;

export class EventState {
  /** The event; null until it is there. */
  view = $state.raw<EventView | null>(null);
  isMissing = $state(false);
  /** Why the last press did nothing; empty if it did. */
  problem = $state('');
  isBusy = $state(false);

  private readonly path: string;

  constructor(id: string) {
    this.path = `/api/page/events/${encodeURIComponent(id)}`;
  }

  /** Looks at the event until what is returned is called. */
  start(): () => void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isGone = false;
    const look = () => {
      // What nobody sees need not be new.
      const looked = document.hidden && this.view ? Promise.resolve() : this.look();
      void looked.finally(() => {
        if (!isGone && !this.isMissing) timer = setTimeout(look, LOOK_MS);
      });
    };
    look();
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }

  private async look(): Promise<void> {
    try {
      const { found, event } = await read<EventAnswer>(this.path + query({ after: this.view?.number }));
      this.isMissing = !found;
      if (event) this.take(event);
    } catch {
      // It is asked again in a moment.
    }
  }

  /** An answer that was overtaken by a newer one is left out. */
  private take(told: EventView): void {
    if (!this.view || told.number >= this.view.number) this.view = told;
  }

  /** Does something to the event. */
  async act(act: EventAct): Promise<void> {
    if (!this.view || this.isBusy) return;
    this.isBusy = true;
    this.problem = '';
    try {
      this.take(await send<EventView>('POST', this.path, { seen: this.view.number, act }));
    } catch (error) {
      this.problem = problemOf(error);
      await this.look();
    } finally {
      this.isBusy = false;
    }
  }

  /** Why an entrant meets this opponent. */
  async why(round: number, entrant: number): Promise<EventWhy['why']> {
    return (await read<EventWhy>(`${this.path}/why/${round}/${entrant}`)).why;
  }

  /** The address of one of the event's files. */
  file(kind: 'trf' | 'csv'): string {
    return `${this.path}/file/${kind}`;
  }

  entrant(id: number): EntrantView | undefined {
    return this.view?.entrants[id - 1];
  }
}

/** The result of a board for whoever looks at the list: that of its only game, or the games that each has won. */
export function resultOf({ games }: EventBoardView): string {
  const [first] = games;
  if (games.length === 1) return first?.outcome ? pretty(first.outcome) : '';
  let [white, black] = [0, 0];
  for (const { outcome, turned } of games) {
    if (!outcome) continue;
    const [one, other] = POINTS[outcome] ?? [0, 0];
    white += turned ? other : one;
    black += turned ? one : other;
  }
  return `${half(white)}–${half(black)}`;
}

/** White's points and Black's. */
const POINTS: Record<string, [number, number]> = {
  '1-0': [1, 0],
  '1/2-1/2': [0.5, 0.5],
  '0-1': [0, 1],
  '+/-': [1, 0],
  '-/+': [0, 1],
  '-/-': [0, 0],
  '0-0': [0, 0],
  '1/2-0': [0.5, 0],
  '0-1/2': [0, 0.5],
};

/** As arbiters write them. */
export const OUTCOMES = Object.keys(POINTS);

const half = (value: number): string => (Number.isInteger(value) ? String(value) : `${value >= 1 ? Math.floor(value) : ''}½`);

/** `½–½` for `1/2-1/2`; forfeits as they are. */
export function pretty(outcome: string): string {
  return /^[+-]\//.test(outcome) ? outcome : outcome.replaceAll('1/2', '½').replace('-', '–');
}

/** Points in tenths: `4½`. */
export function pointsOf(tenths: number): string {
  const whole = Math.floor(tenths / 10);
  if (tenths % 10 === 0) return String(whole);
  return tenths % 10 === 5 ? `${whole > 0 ? whole : ''}½` : (tenths / 10).toFixed(1);
}
