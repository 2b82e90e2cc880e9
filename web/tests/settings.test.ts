// SPDX-License-Identifier: AGPL-3.0-or-later
import { flushSync } from 'svelte';
import { afterEach, describe, expect, test } from 'vitest';
import { written } from '../src/board/moves';
import { ask } from '../src/live/page';
import { settings } from '../src/platform/settings.svelte';
import { recall } from '../src/platform/storage';
import { newGameAsWhite } from './support';

afterEach(() => settings.take({}));

describe('settings', () => {
  test('are what nobody has to choose until somebody does', async () => {
    expect(settings.get('theme')).toBe('system');
    await settings.choose('theme', 'dark');
    flushSync();
    expect(document.documentElement.dataset.theme).toBe('dark');
    expect(recall('settings', {})).toEqual({ theme: 'dark' });
  });

  test('that this page does not know are kept, and not believed', () => {
    settings.take({ theme: 'neon', zebra: 'stripes' });
    expect(settings.get('theme')).toBe('system');
    void settings.choose('board', 'wood');
    expect(recall('settings', {})).toEqual({ theme: 'neon', zebra: 'stripes', board: 'wood' });
  });

  test('are told to whoever keeps them elsewhere', async () => {
    const kept: object[] = [];
    settings.keep = async (texts) => void kept.push(texts);
    settings.toggleSound();
    expect([settings.muted, kept]).toEqual([true, [{ sound: 'off' }]]);
    settings.keep = () => Promise.resolve();
  });

  test('say whether the person is asked first', async () => {
    const { game, sent } = newGameAsWhite();
    expect(ask(game, 'resign')).toBe('resign');
    expect(sent).toEqual([]);
    await settings.choose('confirm_resign', 'off');
    expect(ask(game, 'resign')).toBeNull();
    expect(sent).toMatchObject([{ type: 'resign' }]);
  });
});

test('moves are written with letters, figurines, or the letters of the language', () => {
  const german = { K: 'K', Q: 'D', R: 'T', B: 'L', N: 'S' };
  expect(written('Nxf3+', 'letters', german)).toBe('Nxf3+');
  expect(written('Nxf3+', 'figurines', german)).toBe('♘xf3+');
  expect(written('e8=Q#', 'figurines', german)).toBe('e8=♕#');
  expect(written('O-O-O', 'figurines', german)).toBe('O-O-O');
  expect(written('Nxf3+', 'own', german)).toBe('Sxf3+');
  expect(written('bxa8=Q#', 'own', german)).toBe('bxa8=D#');
  expect(written('O-O-O', 'own', german)).toBe('O-O-O');
});
