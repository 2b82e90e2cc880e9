// SPDX-License-Identifier: AGPL-3.0-or-later
import { recall, remember } from './storage';

/** What can be chosen, and from what; the first is what nobody has to choose. */
export const CHOICES = {
  theme: ['system', 'light', 'dark'],
  board: ['slate', 'wood', 'green', 'sea', 'rose', 'sand', 'contrast'],
  pieces: ['classic', 'plain', 'solid', 'letters'],
  coordinates: ['inside', 'outside', 'all', 'none'],
  animation: ['normal', 'slow', 'fast', 'none'],
  blindfold: ['off', 'on'],
  notation: ['letters', 'figurines', 'own'],
  captured: ['all', 'difference', 'off'],
  clock_bar: ['on', 'off'],
  moving: ['both', 'click', 'drag'],
  destinations: ['on', 'off'],
  promotion: ['ask', 'queen'],
  premoves: ['on', 'off'],
  touch_square: ['on', 'off'],
  confirm_move: ['off', 'on'],
  keys: ['on', 'off'],
  spoken: ['words', 'san', 'nato'],
  say_clock: ['on', 'off'],
  sound: ['on', 'off'],
  sounds: ['wood', 'soft', 'glass'],
  low_time: ['on', 'off'],
  haptics: ['on', 'off'],
  awake: ['on', 'off'],
  confirm_resign: ['on', 'off'],
  confirm_draw: ['on', 'off'],
  confirm_abort: ['on', 'off'],
  challenges: ['everyone', 'followed', 'nobody'],
  messages: ['everyone', 'followed', 'nobody'],
  online: ['everyone', 'followed', 'nobody'],
  puzzle_games: ['on', 'off'],
  mail_your_move: ['off', '1h', '6h', '24h'],
  mail_notices: ['off', 'on'],
} as const;

/** What is chosen as a number: between which two, and what nobody has to choose. */
export const RANGES = {
  /** In percent. */
  volume: { least: 10, most: 100, usual: 60 },
  /** The board's width, in percent of the largest that fits. */
  board_size: { least: 50, most: 100, usual: 100 },
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

  /** What was chosen as a number, or what nobody has to choose. */
  number(key: keyof typeof RANGES): number {
    const { least, most, usual } = RANGES[key];
    const value = Number(this.texts[key] ?? Number.NaN);
    return Number.isFinite(value) ? Math.min(most, Math.max(least, value)) : usual;
  }

  /** Takes a number while it is still being chosen, as under a finger that slides. */
  tryNumber(key: keyof typeof RANGES, value: number): void {
    this.take({ ...this.texts, [key]: String(Math.round(value)) });
  }

  /** Takes a number; resolves when it is kept wherever it should be. */
  chooseNumber(key: keyof typeof RANGES, value: number): Promise<void> {
    this.tryNumber(key, value);
    return this.keep(this.texts);
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
  keepLook(settings);
}

/** Tells the server how boards look here, for the one that it puts into a game's document. */
function keepLook(settings: Settings): void {
  const isUsual =
    settings.get('pieces') === 'classic' &&
    settings.get('coordinates') !== 'outside' &&
    settings.get('blindfold') === 'off' &&
    settings.number('board_size') === RANGES.board_size.usual;
  const look = `tabiya_look=${settings.get('theme')}.${isUsual ? settings.get('board') : 'none'}`;
  const isKept = look === 'tabiya_look=system.slate' ? !document.cookie.includes('tabiya_look=') : document.cookie.includes(look);
  if (!isKept) document.cookie = `${look}; path=/; max-age=31536000; samesite=lax`;
}

export const settings = new Settings();
