// SPDX-License-Identifier: AGPL-3.0-or-later
// Red arrows by Shift and by Ctrl: Firefox keeps Shift and the right button for its own menu.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { cancel, start } from '@lichess-org/chessground/draw';
import { defaults, type State } from '@lichess-org/chessground/state';
import type { MouchEvent } from '@lichess-org/chessground/types';
import { flushSync, mount, unmount } from 'svelte';
import { expect, test } from 'vitest';
import KeysDialog from '../src/analysis/KeysDialog.svelte';
import KeyList from '../src/board/settings/KeyList.svelte';
import { languages } from '../src/locale';

/** The colour of what a press with the right button on a1 begins to draw while these keys are held. */
function colourWith(...held: ('shiftKey' | 'ctrlKey' | 'altKey')[]): string | undefined {
  const bounds = { left: 0, top: 0, width: 80, height: 80 };
  const state = { ...defaults(), dom: { bounds: () => bounds, redraw: () => {}, redrawNow: () => {} } } as unknown as State;
  const event = { button: 2, clientX: 5, clientY: 75, preventDefault: () => {}, stopPropagation: () => {} };
  for (const key of held) Object.assign(event, { [key]: true });
  start(state, event as unknown as MouchEvent);
  const brush = state.drawable.current?.brush;
  cancel(state);
  return brush;
}

test('the right button draws in the colour of the keys that are held', () => {
  expect(colourWith()).toBe('green');
  for (const red of ['shiftKey', 'ctrlKey'] as const) {
    expect(colourWith(red), red).toBe('red');
    expect(colourWith(red, 'altKey'), red).toBe('yellow');
  }
  expect(colourWith('altKey')).toBe('blue');
});

/** What the keyboards of the languages have on these two keys. */
const KEYS = { en: /Shift or Ctrl/, de: /Umschalt oder Strg/, fr: /Maj ou Ctrl/, es: /Mayús o Ctrl/ };

test('the help beside the board and that of the analysis board say which keys, and what works in each browser', async () => {
  await Promise.all([languages.need('board'), languages.need('analysis')]);
  expect(Object.keys(KEYS).sort()).toEqual(languages.offered.toSorted());
  for (const [tag, both] of Object.entries(KEYS)) {
    await languages.speak(tag);
    const target = document.body;
    for (const open of [() => mount(KeyList, { target }), () => mount(KeysDialog, { target, props: { onclose: () => {} } })]) {
      const shown = open();
      flushSync();
      const said = target.textContent;
      expect(said, tag).toMatch(both);
      for (const browser of ['Firefox', 'Chrome', 'Edge', 'Safari']) expect(said, tag).toContain(browser);
      await unmount(shown);
    }
  }
  await languages.speak('en');
});

test.each(['board', 'analysis'])('so does docs/%s.md', (name) => {
  const text = readFileSync(resolve(import.meta.dirname, `../../docs/${name}.md`), 'utf8').replace(/\s+/g, ' ');
  expect(text).toMatch(/Shift or Ctrl/);
  expect(text).toMatch(/Firefox opens its own menu/);
});
