// SPDX-License-Identifier: AGPL-3.0-or-later
// Beside the ways into a game stands a board: one's own game, the best that runs, or one to begin on.
import { Board, play, sitDown } from '../support/game';
import { expect, test } from '../support/test';

test('the first move on the start page begins a game, which is listed from the second one on', async ({ person }) => {
  const page = await person();
  await page.goto('/');
  await expect(page.getByText('Make a move to start a game against the computer.')).toBeVisible();
  await expect(page.getByText('No games yet. Start one.')).toBeVisible();
  const board = new Board(page);
  await board.drag('e2', 'e5');
  await board.shows('e2', 'white pawn');
  expect(new URL(page.url()).pathname, 'no such move, no game').toBe('/');
  await board.drag('e2', 'e4');
  await expect(page).toHaveURL(/\/game\//);
  await expect(page.getByText('Computer, level 3').first()).toBeVisible();
  await board.shows('e4', 'white pawn');
  // The computer has answered.
  await expect(page.locator('.moves [data-ply="2"]')).toBeVisible();
  const game = page.url();
  await page.goto('/');
  await expect(page.getByText('Your new game will be listed here from your second move.')).toBeVisible();
  await expect(page.getByText('No games yet')).toHaveCount(0);
  // Nothing is lost: the board leads back to it.
  await page.getByRole('region', { name: 'A board' }).getByRole('link').click();
  await expect(page).toHaveURL(game);
  await expect(page.locator('.moves [data-ply="2"]')).toBeVisible();
  await board.drag('a2', 'a3');
  await board.shows('a3', 'white pawn');
  await expect(page.locator('.moves [data-ply="3"]')).toBeVisible();
  await page.goto('/');
  await expect(page.getByRole('listitem').getByRole('link', { name: /Computer, level 3/ })).toBeVisible();
});

test('the start page shows the best running game, and one’s own before it', async ({ person }) => {
  const [white, black, visitor] = [await person(), await person(), await person()];
  await play(await sitDown(white, black, { time: { initial_ms: 600_000, increment_ms: 0 } }), ['e2e4', 'e7e5']);
  await visitor.goto('/');
  const shown = visitor.getByRole('region', { name: 'A board' }).getByRole('link');
  await expect(shown).toHaveAttribute('href', new URL(white.url()).pathname);
  await expect(shown).toContainText('10+0');
  await white.goto('/');
  await expect(white.getByRole('region', { name: 'A board' }).getByRole('link')).toContainText('Your move');
});
