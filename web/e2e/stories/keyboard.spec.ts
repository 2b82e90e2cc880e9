// SPDX-License-Identifier: AGPL-3.0-or-later
import { Board, create, sitDown } from '../support/game';
import { expect, test } from '../support/people';
import { tabToBoard, type } from '../support/typing';

test('a whole game by keyboard only', async ({ person }) => {
  const [white, black] = [await person(), await person()];
  const boards = await sitDown(white, black);
  await tabToBoard(white);
  await type(boards[0], 'f2', 'f3');
  await boards[1].shows('f3', 'white pawn');
  await boards[1].drag('e7', 'e5');
  await boards[0].shows('e5', 'black pawn');
  await type(boards[0], 'g2', 'g4');
  await boards[1].shows('g4', 'white pawn');
  await boards[1].drag('d8', 'h4');
  await expect(white.getByText(/checkmate/i).first()).toBeVisible();

  // One stop for the whole board: Tab leaves it again.
  await white.keyboard.press('Tab');
  expect(await white.locator(':focus').getAttribute('aria-label')).not.toMatch(/^[a-h][1-8], /);
});

test('the home page by keyboard: a game against the computer', async ({ person }) => {
  const page = await person();
  await page.goto('/');
  await page.getByRole('button', { name: 'Play the computer' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Create game' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/game\/\w{8}$/);
});

test('a promotion by keyboard, and arrow keys that walk through its picker and leave it open', async ({ person }) => {
  const page = await person();
  const id = await create(page, {
    opponent: { kind: 'computer', level: 1 },
    fen: '7k/P7/8/8/8/8/8/K7 w - - 0 1',
  });
  await page.goto(`/game/${id}`);
  const board = new Board(page);
  await board.isReady();
  const piece = (name: string) => page.getByRole('button', { name, exact: true });
  await board.drag('a7', 'a8');
  await expect(piece('Queen')).toBeFocused();
  for (const [key, name] of [['ArrowDown', 'Rook'], ['ArrowUp', 'Queen'], ['ArrowUp', 'Cancel'], ['ArrowRight', 'Queen'], ['ArrowRight', 'Rook'], ['ArrowLeft', 'Queen'], ['ArrowLeft', 'Cancel']] as const) {
    await page.keyboard.press(key);
    await expect(piece(name)).toBeFocused();
  }
  await page.keyboard.press('Enter');
  await board.shows('a7', 'white pawn');

  await tabToBoard(page);
  await type(board, 'a7', 'a8');
  await expect(piece('Queen')).toBeFocused();
  for (let stop = 0; stop < 6; stop += 1) {
    if (/^rook$/i.test((await page.locator(':focus').getAttribute('aria-label')) ?? '')) break;
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  await board.shows('a8', 'white rook');
});

test('moves are announced', async ({ person }) => {
  const [white, black] = [await person(), await person()];
  const boards = await sitDown(white, black);
  await boards[0].drag('e2', 'e4');
  await expect(black.locator('[aria-live=polite]', { hasText: 'White: e4' })).toBeAttached();
});
