// SPDX-License-Identifier: AGPL-3.0-or-later
// The board editor: by press, drag and key; what is wrong is explained; games begin from it.
import { findings } from '../support/axe';
import { Board } from '../support/game';
import { expect, test } from '../support/people';

test('a position is set up by press, drag and key, and explained where it is wrong', async ({ person }) => {
  const page = await person();
  await page.goto('/');
  await page.getByRole('link', { name: 'Board editor' }).click();
  const board = new Board(page);
  const verdict = page.getByRole('status');
  await board.shows('e2', 'white pawn');
  await expect(verdict.filter({ hasText: 'A game can begin here.' })).toBeVisible();

  await page.getByRole('button', { name: 'Clear board' }).click();
  await expect(verdict.filter({ hasText: 'White has no king, exactly one is needed.' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Play a friend' })).toBeDisabled();
  await page.getByRole('radio', { name: 'white king' }).check();
  await board.click('e1');
  await board.shows('e1', 'white king');
  // By key: a black king, because Black's piece was chosen last.
  await page.getByRole('radio', { name: 'black king' }).check();
  await board.square('e8').focus();
  await page.keyboard.press('k');
  await board.shows('e8', 'black king');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('q');
  await board.shows('d8', 'black queen');
  // By drag, and off the board.
  await page.getByRole('radio', { name: 'Move pieces' }).check();
  await board.drag('d8', 'd1');
  await board.shows('d1', 'black queen');
  await board.shows('d8', 'empty');
  await board.square('d1').focus();
  await page.keyboard.press('Delete');
  await board.shows('d1', 'empty');
  await expect(verdict.filter({ hasText: /over at once|can begin/ })).toBeVisible();

  const fen = page.getByRole('textbox', { name: 'FEN' });
  await fen.fill('4k3/8/8/3pP3/8/8/8/4K2R w K d6 0 1');
  await board.shows('h1', 'white rook');
  await expect(page.getByRole('checkbox', { name: 'White, king side' })).toBeChecked();
  await expect(page.getByRole('combobox', { name: 'En passant' })).toHaveValue('d6');
  await page.getByRole('checkbox', { name: 'Black, queen side' }).check();
  await expect(verdict.filter({ hasText: 'not its rook on a8' })).toBeVisible();
  await page.getByRole('checkbox', { name: 'Black, queen side' }).uncheck();
  await expect(verdict.filter({ hasText: 'A game can begin here.' })).toBeVisible();

  await page.getByRole('button', { name: 'Play the computer' }).click();
  await page.getByRole('button', { name: 'Create game' }).click();
  await expect(page).toHaveURL(/\/game\//);
  await board.shows('h1', 'white rook');
  await board.shows('e5', 'white pawn');
});

test('the editor on a phone, on which axe finds nothing where the position is wrong', async ({ person }) => {
  const page = await person({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, bypassCSP: true });
  await page.goto('/editor');
  await expect(page.getByText('A game can begin here.')).toBeVisible();
  const board = new Board(page);
  await board.tap('e2');
  await board.tap('e5');
  await board.shows('e5', 'white pawn');
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
  // Of the page as it is opened, `weight.spec.ts` asks.
  await page.getByRole('button', { name: 'Clear board' }).click();
  await expect(page.getByText('White has no king, exactly one is needed.')).toBeVisible();
  expect(await findings(page)).toEqual([]);
});
