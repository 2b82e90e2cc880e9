// SPDX-License-Identifier: AGPL-3.0-or-later
// A person who plays by the keyboard alone.
import { expect, type Page } from '@playwright/test';
import type { Board } from './game';

/** Moves the focus with the arrow keys and presses Enter on both squares. `side` is whose side is near. */
export async function type(board: Board, from: string, to: string, side: 'white' | 'black' = 'white'): Promise<void> {
  const [right, up] = side === 'white' ? ['ArrowRight', 'ArrowUp'] : ['ArrowLeft', 'ArrowDown'];
  const [left, down] = side === 'white' ? ['ArrowLeft', 'ArrowDown'] : ['ArrowRight', 'ArrowUp'];
  for (const target of [from, to]) {
    const here = (await board.page.locator(':focus').getAttribute('aria-label'))?.slice(0, 2);
    if (here === undefined) throw new Error('no square has the focus');
    const files = target.charCodeAt(0) - here.charCodeAt(0);
    const ranks = target.charCodeAt(1) - here.charCodeAt(1);
    await press(board.page, files > 0 ? right : left, Math.abs(files));
    await press(board.page, ranks > 0 ? up : down, Math.abs(ranks));
    await expect(board.square(target)).toBeFocused();
    await board.page.keyboard.press('Enter');
  }
}

async function press(page: Page, key: string, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) await page.keyboard.press(key);
}

/** Presses Tab until what has the focus has such a name. */
export async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let stop = 0; stop < 60; stop += 1) {
    await page.keyboard.press('Tab');
    // At the end of the page nothing has the focus for a moment.
    const named = await page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '');
    if (name.test(named.trim())) return;
  }
  throw new Error(`Tab never reached ${name.source}`);
}

/** Presses Tab until one of the board's squares has the focus. */
export const tabToBoard = (page: Page): Promise<void> => tabTo(page, /^[a-h][1-8], /);
