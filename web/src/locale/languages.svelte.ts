// SPDX-License-Identifier: AGPL-3.0-or-later
import { untrack } from 'svelte';
import type { Dictionary, Loader, PartLoaders, PartName, Parts } from './dictionary';

/** What is spoken where nothing else fits. */
const FALLBACK = 'en';

/** The language that the page speaks now, and the way to another one. */
export class Languages {
  /** The tag of the language, `en`. */
  tag = $state('');
  private dictionary = $state.raw<(Dictionary & Partial<Parts>) | null>(null);
  private readonly needed = new Set<PartName>();
  /** The tag that was asked for last: a slower one must not come after it. */
  private wanted = '';

  constructor(
    private readonly loaders: Record<string, Loader>,
    private readonly parts: Record<string, PartLoaders> = {},
  ) {}

  /** The tags of all languages. */
  get offered(): string[] {
    return Object.keys(this.loaders);
  }

  /** The texts of the language. Nothing can be shown before a language was fetched. */
  get texts(): Dictionary & Partial<Parts> {
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

  /** What the language calls itself: `Español`. */
  nameOf(tag: string): string {
    const name = new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag;
    return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
  }

  /**
   * Fetches a language and speaks it from then on, everywhere on the page. The first one is spoken without the parts that
   * can't be had: whatever asked for them says so. A later one comes whole or not at all.
   */
  async speak(tag: string): Promise<void> {
    const load = this.loaders[tag];
    if (!load) throw new Error(`no language has the tag ${tag}`);
    this.wanted = tag;
    const isFirst = this.dictionary === null;
    const fetchPart = (part: PartName) => this.fetchPart(tag, part).catch((error: unknown) => (isFirst ? {} : Promise.reject(error)));
    const [whole, ...parts] = await Promise.all([load(), ...[...this.needed].map(fetchPart)]);
    if (this.wanted !== tag) return;
    this.dictionary = Object.assign({}, whole.default, ...parts);
    this.tag = tag;
    document.documentElement.lang = tag;
    document.documentElement.dir = whole.default.direction;
  }

  /**
   * Fetches a part of the texts, now and for every language from then on. What asks for it in an effect does not ask again
   * with the next language or part.
   */
  async need(part: PartName): Promise<void> {
    this.needed.add(part);
    if (untrack(() => this.dictionary?.[part])) return;
    const fetched = await this.fetchPart(untrack(() => this.tag) || FALLBACK, part);
    // Until then a language may have been fetched with all that is needed.
    if (this.dictionary) this.dictionary = { ...fetched, ...this.dictionary };
  }

  /** Speaks what is wished from now on, whenever the wish changes: an account brings its own language along. */
  follow(wish: () => string | null): void {
    $effect.root(() => {
      $effect(() => {
        const tag = wish();
        // A language that can't be fetched now leaves the one that is spoken.
        if (tag !== null && tag !== this.wanted && tag in this.loaders) this.speak(tag).catch(() => undefined);
      });
    });
  }

  private async fetchPart(tag: string, part: PartName): Promise<Partial<Parts>> {
    const loaders = this.parts[tag] ?? this.parts[FALLBACK];
    return { [part]: (await loaders?.[part]())?.default };
  }
}
