// SPDX-License-Identifier: AGPL-3.0-or-later
import { recall, remember } from './storage';

/** What the person chose for this browser. */
class Settings {
  muted = $state(recall('muted', false));

  toggleSound(): void {
    this.muted = !this.muted;
    remember('muted', this.muted);
  }
}

export const settings = new Settings();
