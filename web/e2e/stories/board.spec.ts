// SPDX-License-Identifier: AGPL-3.0-or-later
import { readPng } from '../support/engines/picture';
import { wrongSquares } from '../support/engines/probe';
import { Board, create } from '../support/game';
import { expect, test } from '../support/test';

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the board is drawn as squares, ${colorScheme}`, async ({ person }) => {
    const page = await person({ colorScheme });
    const id = await create(page, { opponent: { kind: 'computer', level: 1 } });
    await page.goto(`/game/${id}`);
    await new Board(page).isReady();
    const board = await page.locator('.board').boundingBox();
    if (board === null) throw new Error('there is no board');
    const picture = readPng(await page.screenshot());
    expect(wrongSquares(picture, board, (_, row) => row > 1 && row < 6)).toEqual([]);
  });
}
