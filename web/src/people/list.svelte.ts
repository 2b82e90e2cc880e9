// SPDX-License-Identifier: AGPL-3.0-or-later
import { query, read } from '../platform/api';
import type { GameRow, GamesPage } from '../platform/protocol';
import { playerPath } from './names';

/** What a list of games can be narrowed by; every value a text, empty where it does not matter. */
export const FILTERS = [
  'opponent',
  'color',
  'result',
  'speed',
  'rated',
  'variant',
  'termination',
  'from',
  'to',
  'min_plies',
  'max_plies',
] as const;
export type FilterName = (typeof FILTERS)[number];
export type Filters = Record<FilterName, string>;

const NONE = Object.fromEntries(FILTERS.map((name) => [name, ''])) as Filters;

/** The filters that an address's query names. */
export function filtersOf(search: string): Filters {
  const given = new URLSearchParams(search);
  return Object.fromEntries(FILTERS.map((name) => [name, given.get(name) ?? ''])) as Filters;
}

/** A player's games, page by page, narrowed by filters. */
export class GameList {
  games = $state.raw<GameRow[]>([]);
  filters = $state.raw<Filters>(NONE);
  state = $state<'idle' | 'busy' | 'failed' | 'complete'>('idle');
  private next: string | null = null;
  /** Counts the lists: an answer for an older one is not taken. */
  private round = 0;

  constructor(
    readonly name: string,
    filters: Filters = NONE,
  ) {
    this.filters = filters;
  }

  /** Whether anything narrows the list. */
  get isNarrowed(): boolean {
    return FILTERS.some((name) => this.filters[name] !== '');
  }

  /** The filters as the query of an address. */
  get query(): string {
    return query(this.filters);
  }

  /** Where the same games can be had as PGN. */
  get pgnPath(): string {
    return `${playerPath(this.name)}/games.pgn${query(sent(this.filters))}`;
  }

  /** Narrows the list, or widens it, and begins it anew. */
  narrow(changed: Partial<Filters>): Promise<void> {
    this.filters = { ...this.filters, ...changed };
    this.round += 1;
    this.games = [];
    this.next = null;
    this.state = 'idle';
    return this.more();
  }

  clear(): Promise<void> {
    return this.narrow(NONE);
  }

  /** Fetches the next page, unless it is on its way or there is none. */
  async more(): Promise<void> {
    if (this.state === 'busy' || this.state === 'complete') return;
    const round = this.round;
    this.state = 'busy';
    try {
      const page = await read<GamesPage>(`${playerPath(this.name)}/games${query({ ...sent(this.filters), after: this.next })}`);
      if (round !== this.round) return;
      this.games = [...this.games, ...page.games];
      this.next = page.next;
      this.state = page.next === null ? 'complete' : 'idle';
    } catch {
      if (round === this.round) this.state = 'failed';
    }
  }
}

/** Days are the person's, moments the server's: a day begins and ends as this browser's calendar says. */
function sent(filters: Filters): Record<string, string> {
  const from = filters.from && String(new Date(`${filters.from}T00:00`).getTime());
  const to = filters.to && String(new Date(`${filters.to}T23:59:59.999`).getTime());
  return { ...filters, from, to };
}
