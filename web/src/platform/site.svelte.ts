// SPDX-License-Identifier: AGPL-3.0-or-later
import { read } from './api';
import type { SiteView } from './protocol';
import { recall, remember } from './storage';

const NAME = 'site';

/** What staff have decided for all pages. */
class SiteInfo {
  view = $state.raw<SiteView | null>(null);

  /** What this browser was told last, so that the name does not change under the reader's eyes. */
  private readonly told = recall<string>(NAME, '');

  /** What the site is called; empty until it is known. */
  readonly name = $derived(this.view?.name.trim() ?? this.told);

  /** The site's announcement; empty for most. */
  readonly announcement = $derived(this.view?.announcement.trim() ?? '');

  /** The site's own rules; empty for most. */
  readonly rules = $derived(this.view?.rules.trim() ?? '');
  /** Which dialog about the site is open. */
  shows = $state<'rules' | 'share' | null>(null);

  /** How to reach whoever runs the site; empty where nothing is said. */
  readonly contact = $derived(this.view?.contact?.trim() ?? '');

  /** Whether this server sends mail. */
  readonly sendsMail = $derived(this.view?.mail ?? false);

  /** Asks the server; a server that does not say is one without wishes. */
  async load(): Promise<void> {
    try {
      this.take(await read<SiteView>('/api/page/site'));
    } catch {
      // The usual looks, then.
    }
  }

  take(view: SiteView): void {
    this.view = view;
    remember(NAME, view.name.trim());
    const { style } = document.documentElement;
    if (view.colour === null) style.removeProperty('--hue');
    else style.setProperty('--hue', String(view.colour));
  }
}

export const site = new SiteInfo();
