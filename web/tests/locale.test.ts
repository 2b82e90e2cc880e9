// SPDX-License-Identifier: AGPL-3.0-or-later
import { flushSync, mount, unmount } from 'svelte';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { languages, t } from '../src/locale';
import type { Loader } from '../src/locale/dictionary';
import { en } from '../src/locale/en';
import { Languages } from '../src/locale/languages.svelte';
import Missing from '../src/ui/Missing.svelte';
import { noticeOf } from '../src/live/notice';
import type { Refusal } from '../src/platform/protocol';
import { settings } from '../src/platform/settings.svelte';
import { newGameAsWhite } from './support';

beforeAll(() => void vi.stubGlobal('fetch', () => new Promise(() => undefined)));
afterAll(() => vi.unstubAllGlobals());
afterEach(() => languages.speak('en'));

describe('how a game ended', () => {
  test('is its result, where nothing else is known of it', async () => {
    for (const tag of ['en', 'de', 'es', 'fr']) {
      await languages.speak(tag);
      const known = t.ending('white_wins', 'unknown', null);
      expect(t.ending('white_wins', 'time_forfeit', null)).toContain(known);
      expect(t.ending('draw', 'unknown', null)).not.toBe(t.ending('aborted', 'unknown', null));
    }
  });
});

test('the words on a button are part of its name', async () => {
  for (const tag of ['en', 'de', 'es', 'fr']) {
    await languages.speak(tag);
    const { accept, decline, acceptDraw, declineDraw, acceptTakeback, declineTakeback, acceptRematch, cancelOffer, cancelRematch } = t.game;
    for (const name of [acceptDraw, acceptTakeback, acceptRematch]) expect(name.toLowerCase()).toContain(accept.toLowerCase());
    for (const name of [declineDraw, declineTakeback]) expect(name.toLowerCase()).toContain(decline.toLowerCase());
    expect(cancelRematch.toLowerCase()).toContain(cancelOffer.toLowerCase());
  }
});

describe('the language', () => {
  test('is the first wish that can be met', () => {
    expect(languages.best(['de-AT', 'en'])).toBe('de');
    expect(languages.best(['it', 'de'])).toBe('de');
    expect(languages.best(['es-419', 'en'])).toBe('es');
    expect(languages.best(['', 'pt-BR', 'en-GB', 'de'])).toBe('en');
    expect(languages.best([])).toBe('en');
  });

  test('is fetched when it is wanted, and not before', async () => {
    const load = { en: vi.fn<Loader>(async () => ({ default: en })), de: vi.fn<Loader>(() => import('../src/locale/de')) };
    const some = new Languages(load);
    expect(() => some.texts).toThrow('no language is loaded yet');
    await some.speak('en');
    expect(load.de).not.toHaveBeenCalled();
    await some.speak('de');
    expect(some.texts.sides.white).toBe('Weiß');
  });

  test('is the one that was asked for last, however slow another one is', async () => {
    let finish: (() => void) | undefined;
    const slow = vi.fn<Loader>(() => new Promise((found) => (finish = () => found({ default: en }))));
    const some = new Languages({ en: async () => ({ default: en }), de: () => import('../src/locale/de'), es: slow });
    const late = some.speak('es');
    await some.speak('de');
    finish?.();
    await late;
    expect([some.tag, some.texts.sides.white]).toEqual(['de', 'Weiß']);
  });

  test('is spoken at first without a part that can not be had, and is changed whole or not at all', async () => {
    const lost = () => Promise.reject(new Error('no server'));
    const parts = { en: { watch: lost }, de: { watch: lost } } as unknown as ConstructorParameters<typeof Languages>[1];
    const some = new Languages({ en: async () => ({ default: en }), de: () => import('../src/locale/de') }, parts);
    await expect(some.need('watch')).rejects.toThrow('no server');
    await some.speak('en');
    expect(some.texts.sides.white).toBe('White');
    await expect(some.speak('de')).rejects.toThrow('no server');
    expect([some.tag, some.texts.sides.white]).toEqual(['en', 'White']);
  });

  test('follows what an account brings along', async () => {
    const some = new Languages({ en: async () => ({ default: en }), de: () => import('../src/locale/de') });
    await some.speak('en');
    some.follow(() => settings.language);
    flushSync();
    expect(some.tag).toBe('en');
    settings.take({ language: 'de' });
    flushSync();
    await vi.waitFor(() => expect(some.tag).toBe('de'));
    settings.take({ language: 'tlh' });
    flushSync();
    expect(some.tag).toBe('de');
    settings.take({});
  });

  test('calls itself by its own name', () => {
    expect(languages.offered.map((tag) => languages.nameOf(tag))).toEqual(['English', 'Deutsch', 'Español', 'Français']);
  });

  test('of an unknown tag is refused, and the old one stays', async () => {
    await expect(languages.speak('tlh')).rejects.toThrow('tlh');
    expect(languages.tag).toBe('en');
    expect(t.sides.white).toBe('White');
  });

  test('changes what is on the screen at once, and the document says which it is', async () => {
    const page = mount(Missing, { target: document.body, props: { title: 'A', text: 'B' } });
    flushSync();
    expect(document.body.textContent).toContain('Go to the start page');
    await languages.speak('de');
    flushSync();
    expect(document.body.textContent).toContain('Zur Startseite');
    expect(document.documentElement.lang).toBe('de');
    await unmount(page);
  });

  test('words refusals by their reason, and falls back on the sentence of the server', async () => {
    const { game } = newGameAsWhite();
    await languages.speak('de');
    const refused = { type: 'refused', id: 1, seq: 1, message: 'The king is in check.' } as const;
    game.receive({ ...refused, refusal: { kind: 'not_your_turn', turn: 'black' } });
    expect(noticeOf(game, 'online').text).toBe('Schwarz ist am Zug.');
    game.receive({ ...refused, refusal: { kind: 'raining' } as unknown as Refusal });
    expect(noticeOf(game, 'online').text).toBe('The king is in check.');
  });
});
