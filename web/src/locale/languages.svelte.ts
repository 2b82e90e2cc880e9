// SPDX-License-Identifier: AGPL-3.0-or-later
import type { Dictionary, Loader } from './dictionary';

/** What is spoken where nothing else fits. */
const FALLBACK = 'en';

/** The language that the page speaks now, and the way to another one. */
export class Languages {
  /** The tag of the language, `en`. */
  tag = $state('');
  private dictionary = $state.raw<Dictionary | null>(null);

  constructor(private readonly loaders: Record<string, Loader>) {}

  /** The tags of all languages. */
  get offered(): string[] {
    return Object.keys(this.loaders);
  }

  /** The texts of the language. Nothing can be shown before a language was fetched. */
  get texts(): Dictionary {
    if (!this.dictionary) throw new Error('no language is loaded yet');
    return this.dictionary;
  }

  /** The first wish that can be met, exactly or in its main language: `de-AT` by `de`. */
  best(wishes: readonly string[]): string {
    for (const wish of wishes) {
      const main = wish.split('-')[0] ?? '';
      const found = [wish, main].find((tag) => this.offered.includes(tag));
      if (found) return found;
    }
    return FALLBACK;
  }

  /** Fetches a language and speaks it from then on, everywhere on the page. */
  async speak(tag: string): Promise<void> {
    const load = this.loaders[tag];
    if (!load) throw new Error(`no language has the tag ${tag}`);
    this.dictionary = (await load()).default;
    this.tag = tag;
    document.documentElement.lang = tag;
    document.documentElement.dir = this.dictionary.direction;
  }
}
