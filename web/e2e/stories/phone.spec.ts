// SPDX-License-Identifier: AGPL-3.0-or-later
import { devices } from '@playwright/test';
import { sitDown } from '../support/game';
import { expect, test } from '../support/test';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 3 };

test('a game on a phone by touch, with a promotion called off and made', async ({ person }) => {
  const [white, black] = [await person(PHONE), await person()];
  const [board, other] = await sitDown(white, black, { fen: '7k/P7/8/8/8/8/6p1/K7 w - - 0 1' });
  await board.tap('a7');
  await board.tap('a8');
  const queen = white.getByRole('button', { name: /^queen$/i });
  await expect(queen).toBeVisible();
  await white.getByRole('button', { name: /cancel/i }).tap();
  await expect(queen).toBeHidden();
  await board.shows('a7', 'white pawn');
  await board.tap('a7');
  await board.tap('a8');
  await queen.tap();
  await board.shows('a8', 'white queen');
  await other.shows('a8', 'white queen');
});

for (const [name, width] of [
  ['phone', 390],
  ['narrow window', 320],
] as const) {
  test(`nothing is cut off on a ${name}`, async ({ person }) => {
    const size = { viewport: { width, height: 844 } };
    const [white, black] = [await person(size), await person()];
    const [board] = await sitDown(white, black);
    const overflow = () => white.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(await overflow()).toBeLessThanOrEqual(0);
    const [left, right] = [await board.square('a1').boundingBox(), await board.square('h1').boundingBox()];
    expect(left?.x ?? 99, 'the board reaches both edges').toBeLessThanOrEqual(8);
    expect((right?.x ?? 0) + (right?.width ?? 0)).toBeGreaterThanOrEqual(width - 8);
    await white.goto('/');
    expect(await overflow()).toBeLessThanOrEqual(0);
  });
}

test('a phone of a known make gets the same board', async ({ person }) => {
  const [white, black] = [await person(devices['Pixel 7']), await person()];
  const [board, other] = await sitDown(white, black);
  await board.tap('e2');
  await board.tap('e4');
  await other.shows('e4', 'white pawn');
});
