// SPDX-License-Identifier: AGPL-3.0-or-later
// The event that runs or comes next, as the start page names it.
import { untrack } from 'svelte';
import { t } from '../locale';
import { rounds } from '../lobby/rounds.svelte';
import { read } from '../platform/api';
import type { EventList, EventListed } from '../platform/protocol';
import { reach } from '../platform/reach.svelte';
import { pathTo } from '../platform/router.svelte';
import type { News } from '../ui/slots';
import { nextOf } from './next';

/** Must be made while a component is: its effects end with the component. */
export class NextEvent {
  #event = $state.raw<EventListed | null>(null);
  readonly #since = Date.now();
  /** The next event of the site, where the server has told of another one since. */
  readonly #told = $derived(Object.values(rounds.all).find(({ enter }) => enter)?.event);

  /** What is said of it; null where there is none. */
  readonly now: News | null = $derived.by(() => {
    const event = this.#event;
    if (event === null) return null;
    return { href: pathTo({ page: 'event', id: event.id }), text: event.name, title: event.name, note: this.#when(event) };
  });

  constructor() {
    // A server that was out of reach is asked again when it is back.
    $effect(() => {
      void [reach.returns, this.#told];
      untrack(() => void this.#look());
    });
  }

  #when({ stage, starts }: EventListed): string {
    if (stage === 'running') return t.home.news.running;
    return starts > this.#since ? t.when.moment(starts) : t.home.news.announced;
  }

  async #look() {
    try {
      this.#event = nextOf((await read<EventList>('/api/page/events')).current, this.#since);
    } catch {
      // The page does without: a site may show its events to its players alone.
    }
  }
}
