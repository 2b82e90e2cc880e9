// SPDX-License-Identifier: AGPL-3.0-or-later
import { read } from './api';
import type { SiteView } from './protocol';

/** What staff have decided for all pages. */
class SiteInfo {
  view = $state.raw<SiteView | null>(null);

  /** The site's announcement; empty for most. */
  readonly announcement = $derived(this.view?.announcement.trim() ?? '');

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
    const { style } = document.documentElement;
    if (view.colour === null) style.removeProperty('--hue');
    else style.setProperty('--hue', String(view.colour));
  }
}

export const site = new SiteInfo();
