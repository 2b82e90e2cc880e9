// SPDX-License-Identifier: AGPL-3.0-or-later
import { Board, create } from '../support/game';
import { expect, test } from '../support/people';

for (const level of [1, 15]) {
  test(`the computer answers at level ${level}`, async ({ person }) => {
    const page = await person();
    await page.goto('/');
    await page.getByRole('button', { name: 'Play the computer' }).click();
    await page.getByLabel('Level', { exact: true }).fill(String(level));
    await page.getByRole('button', { name: 'Create game' }).click();
    // The first page has a board as well.
    await expect(page).toHaveURL(/\/game\//);
    const board = new Board(page);
    await board.isReady();

    // Lots may have been drawn for the colours.
    const [game] = (await (await page.request.get('/api/games')).json()) as [{ id: string; you: string }];
    const plies = async () => {
      const view = (await (await page.request.get(`/api/games/${game.id}`)).json()) as { moves: unknown[] };
      return view.moves.length;
    };
    if (game.you === 'white') {
      await board.drag('e2', 'e4');
      await expect.poll(plies, { timeout: 60_000 }).toBe(2);
      await board.shows('e4', 'white pawn');
    } else {
      await expect.poll(plies, { timeout: 60_000 }).toBe(1);
      // The page may hear of it a little later.
      await expect(page).toHaveTitle(/^Your move · /);
      await board.drag('a7', 'a6');
      await expect.poll(plies, { timeout: 60_000 }).toBe(3);
      await board.shows('a6', 'black pawn');
    }
  });
}

test('after a game against the computer “New opponent” offers another one at its level', async ({ person }) => {
  const page = await person();
  const id = await create(page, { opponent: { kind: 'computer', level: 7 } });
  await page.goto(`/game/${id}`);
  await new Board(page).isReady();
  await page.getByRole('button', { name: 'Abort game' }).click();
  await page.getByRole('button', { name: 'Yes, abort' }).click();
  await page.getByRole('link', { name: 'New opponent' }).click();
  const dialog = page.getByRole('dialog', { name: 'Play the computer' });
  await expect(dialog.getByLabel('Level', { exact: true })).toHaveValue('7');
  expect(new URL(page.url()).hash, 'a reload asks for nothing').toBe('');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Play the computer' })).toBeVisible();
  await expect(dialog).toHaveCount(0);
});
