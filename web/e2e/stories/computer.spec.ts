// SPDX-License-Identifier: AGPL-3.0-or-later
import { Board } from '../support/game';
import { expect, test } from '../support/test';

for (const level of [1, 15]) {
  test(`the computer answers at level ${level}`, async ({ person }) => {
    const page = await person();
    await page.goto('/');
    await page.getByRole('button', { name: 'Play the computer' }).click();
    await page.getByLabel('Level', { exact: true }).fill(String(level));
    await page.getByRole('button', { name: 'Create game' }).click();
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
      await expect.poll(plies).toBe(2);
      await board.shows('e4', 'white pawn');
    } else {
      await expect.poll(plies).toBe(1);
      // The page may hear of it a little later.
      await expect(page).toHaveTitle(/^Your move · /);
      await board.drag('a7', 'a6');
      await expect.poll(plies).toBe(3);
      await board.shows('a6', 'black pawn');
    }
  });
}
