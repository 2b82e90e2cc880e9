// SPDX-License-Identifier: AGPL-3.0-or-later
import { recall, remember } from './storage';

/** What can be chosen, and from what; the first is what nobody has to choose. */
export const CHOICES = {
  theme: ['system', 'light', 'dark'],
  board: ['slate', 'wood', 'green', 'contrast'],
  pieces: ['classic', 'plain'],
  notation: ['letters', 'figurines'],
  sound: ['on', 'off'],
  confirm_resign: ['on', 'off'],
  confirm_draw: ['on', 'off'],
  confirm_abort: ['on', 'off'],
  challenges: ['everyone', 'followed', 'nobody'],
  messages: ['everyone', 'followed', 'nobody'],
  online: ['everyone', 'followed', 'nobody'],
  mail_your_move: ['off', '1h', '6h', '24h'],
  mail_notices: ['off', 'on'],
} as const;

export type Chosen = { [K in keyof typeof CHOICES]: (typeof CHOICES)[K][number] };
/** All choices as texts, as an account keeps them. The language has no list: new ones are added without this page. */
export type Texts = Record<string, string>;

const NAME = 'settings';

/** What the person chose: kept in this browser, and in the account where there is one. */
class Settings {
  private texts = $state.raw<Texts>(recall<Texts>(NAME, older()));
  /** Keeps all choices somewhere else too, whenever the person changes one. */
  keep: (texts: Texts) => Promise<void> = () => Promise.resolve();

  constructor() {
    $effect.root(() => {
      $effect(() => show(this));
    });
  }

  /** What was chosen, or what nobody has to choose. */
  get<K extends keyof Chosen>(key: K): Chosen[K] {
    const offered: readonly string[] = CHOICES[key];
    const text = this.texts[key];
    return (text !== undefined && offered.includes(text) ? text : offered[0]) as Chosen[K];
  }

  /** Takes a choice; resolves when it is kept wherever it should be. */
  choose<K extends keyof Chosen>(key: K, value: Chosen[K]): Promise<void> {
    this.take({ ...this.texts, [key]: value });
    return this.keep(this.texts);
  }

  /** Takes the choices that an account has kept. */
  take(texts: Texts): void {
    this.texts = texts;
    remember(NAME, texts);
  }

  /** The language that the person chose; null: as the browser says. */
  get language(): string | null {
    return this.texts.language ?? null;
  }

  chooseLanguage(tag: string): Promise<void> {
    this.take({ ...this.texts, language: tag });
    return this.keep(this.texts);
  }

  get muted(): boolean {
    return this.get('sound') === 'off';
  }

  toggleSound(): void {
    // Without a connection this browser still knows.
    this.choose('sound', this.muted ? 'on' : 'off').catch(() => undefined);
  }
}

/** Before there was a page for settings, two of them had names of their own. */
function older(): Texts {
  const language = recall<string | null>('language', null);
  return { ...(recall('muted', false) ? { sound: 'off' } : {}), ...(language ? { language } : {}) };
}

/** Style sheets read the looks from the document's element. */
function show(settings: Settings): void {
  const { dataset } = document.documentElement;
  for (const key of ['theme', 'board', 'pieces'] as const) dataset[key] = settings.get(key);
}

export const settings = new Settings();
