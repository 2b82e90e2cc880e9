// SPDX-License-Identifier: AGPL-3.0-or-later
// A game played and asked about through one field, without a look at the board.
import { Board, create, sitDown } from '../support/game';
import { expect, test } from '../support/people';
import { resize } from '../support/visit';

test('a whole game is typed, with an offer answered from the same field', async ({ person }) => {
  const [white, black] = [await person(), await person()];
  const boards = await sitDown(white, black);
  const type = async (side: 0 | 1, text: string) => {
    const page = [white, black][side] as typeof white;
    await page.keyboard.press('/');
    await expect(page.getByRole('textbox', { name: 'Move or command' })).toBeFocused();
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
  };
  await type(0, 'f3');
  for (const board of boards) await board.shows('f3', 'white pawn');
  // What is typed is answered once: it waits until the page has heard what it asks about, as a person would.
  for (const page of [white, black]) await expect(page.getByRole('button', { name: 'Chat' })).toBeVisible();
  await type(0, 'say Good luck, Bob');
  await expect(black.getByText('1 new message')).toBeAttached();
  await type(1, 'chat');
  await expect(black.locator('.said')).toHaveText(/: Good luck, Bob$/);
  await type(1, 'echo five');
  for (const board of boards) await board.shows('e5', 'black pawn');
  await type(0, 'draw');
  await expect(white.getByText('Offer a draw? Type yes or no.')).toBeVisible();
  await type(0, 'yes');
  await expect(black.getByRole('alert').filter({ hasText: /offers a draw\./ })).toBeVisible();
  await type(1, 'decline');
  await expect(white.getByText(/declined the draw\./).first()).toBeVisible();
  await type(1, 'queen h4');
  await expect(boards[1].square('h4')).toHaveAccessibleName('h4, empty, premove queen');
  await type(0, 'Ke5');
  await expect(white.getByText(/king/i).first()).toBeVisible();
  await type(0, 'g2g4');
  await expect(white.getByText(/checkmate/i).first()).toBeVisible();
  await type(0, 'last');
  await expect(white.getByText('Last move, Black: queen h4, checkmate.')).toBeVisible();
});

test('keys on the board walk and answer', async ({ person }) => {
  const page = await person();
  const id = await create(page, { opponent: { kind: 'computer', level: 1 }, time: { initial_ms: 600_000, increment_ms: 0 } });
  await page.goto(`/game/${id}`);
  const board = new Board(page);
  await board.isReady();
  await board.square('e2').focus();
  const answer = page.locator('.said');
  await page.keyboard.press('o');
  await expect(answer).toHaveText('e2, white pawn.');
  await page.keyboard.press('n');
  await expect(board.square('b1')).toBeFocused();
  await page.keyboard.press('m');
  await expect(answer).toHaveText('b1 goes to a3, c3.');
  await page.keyboard.press('t');
  await expect(answer).toHaveText(/^Guest [0-9a-f]+: 10 min 0 s\. The computer: 10 min 0 s\.$/);
  await page.keyboard.press('5');
  await expect(board.square('b5')).toBeFocused();
  await page.keyboard.press('i');
  await expect(page.getByRole('textbox', { name: 'Move or command' })).toBeFocused();
});

test('the game page reflows at 320 pixels, and at 400 % of 1280 pixels', async ({ person }) => {
  const page = await person({ viewport: { width: 320, height: 640 } });
  const id = await create(page, { opponent: { kind: 'computer', level: 1 }, time: { initial_ms: 600_000, increment_ms: 0 } });
  await page.goto(`/game/${id}`);
  await new Board(page).isReady();
  for (const height of [640, 200]) {
    await resize(page, 320, height);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0);
    await page.getByRole('button', { name: 'Resign' }).scrollIntoViewIfNeeded();
    await expect(page.getByRole('button', { name: 'Resign' })).toBeInViewport();
  }
});

test('with forced colours the picked square and the last move can be seen', async ({ person }) => {
  const page = await person({ forcedColors: 'active' });
  const id = await create(page, { opponent: { kind: 'computer', level: 1 } });
  await page.goto(`/game/${id}`);
  const board = new Board(page);
  await board.isReady();
  await board.click('e2');
  await expect(board.square('e2')).toHaveCSS('outline-style', 'solid');
  await expect(page.locator('cg-board piece').first()).not.toHaveCSS('background-image', 'none');
});

test('without motion pieces stand at once', async ({ person }) => {
  const page = await person({ reducedMotion: 'reduce' });
  const id = await create(page, { opponent: { kind: 'computer', level: 1 } });
  await page.goto(`/game/${id}`);
  const board = new Board(page);
  await board.isReady();
  await board.click('e2');
  await board.click('e4');
  await board.shows('e4', 'white pawn');
  await expect(page.locator('cg-board piece.anim')).toHaveCount(0);
});
