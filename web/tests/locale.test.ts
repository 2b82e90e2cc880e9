// SPDX-License-Identifier: AGPL-3.0-or-later
import { flushSync, mount, unmount } from 'svelte';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { languages, t } from '../src/locale';
import type { Loader } from '../src/locale/dictionary';
import { en } from '../src/locale/en';
import { Languages } from '../src/locale/languages.svelte';
import { LOADERS } from '../src/locale/loaders';
import Missing from '../src/ui/Missing.svelte';
import { noticeOf } from '../src/live/notice';
import { newGameAsWhite } from './support';

beforeAll(() => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  LOADERS.de = () => import('./german');
});
afterAll(() => vi.unstubAllGlobals());
afterEach(() => languages.speak('en'));

describe('the language', () => {
  test('is the first wish that can be met', () => {
    expect(languages.best(['de-AT', 'en'])).toBe('de');
    expect(languages.best(['fr', 'de'])).toBe('de');
    expect(languages.best(['', 'fr-CA', 'en-GB', 'de'])).toBe('en');
    expect(languages.best([])).toBe('en');
  });

  test('is fetched when it is wanted, and not before', async () => {
    const load = { en: vi.fn<Loader>(async () => ({ default: en })), de: vi.fn<Loader>(() => import('./german')) };
    const some = new Languages(load);
    expect(() => some.texts).toThrow('no language is loaded yet');
    await some.speak('en');
    expect(load.de).not.toHaveBeenCalled();
    await some.speak('de');
    expect(some.texts.sides.white).toBe('Weiß');
  });

  test('of an unknown tag is refused, and the old one stays', async () => {
    await expect(languages.speak('tlh')).rejects.toThrow('tlh');
    expect(languages.tag).toBe('en');
    expect(t.sides.white).toBe('White');
  });

  test('changes what is on the screen at once, and the document says which it is', async () => {
    const page = mount(Missing, { target: document.body, props: { title: 'A', text: 'B' } });
    flushSync();
    expect(document.body.textContent).toContain('To the start page');
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
    game.receive({ ...refused, refusal: { kind: 'game_over' } });
    expect(noticeOf(game, 'online').text).toBe('The king is in check.');
  });
});
