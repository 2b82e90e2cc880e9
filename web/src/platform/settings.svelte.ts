// SPDX-License-Identifier: AGPL-3.0-or-later
import { recall, remember } from './storage';

/** What the person chose for this browser. */
class Settings {
  /** The language that the person chose; null: as the browser says. */
  language = $state(recall<string | null>('language', null));
  muted = $state(recall('muted', false));

  chooseLanguage(tag: string): void {
    this.language = tag;
    remember('language', tag);
  }

  toggleSound(): void {
    this.muted = !this.muted;
    remember('muted', this.muted);
  }
}

export const settings = new Settings();
