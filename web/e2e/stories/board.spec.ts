// SPDX-License-Identifier: AGPL-3.0-or-later
import { readPng } from '../support/engines/picture';
import { wrongSquares } from '../support/engines/probe';
import { Board, create, sitDown } from '../support/game';
import { expect, test } from '../support/people';

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the board is drawn as squares, ${colorScheme}`, async ({ person }) => {
    const page = await person({ colorScheme });
    const id = await create(page, { opponent: { kind: 'computer', level: 1 } });
    await page.goto(`/game/${id}`);
    await new Board(page).isReady();
    // A busy machine may draw the pieces later than the board.
    await expect(async () => {
      const board = await page.locator('.board').boundingBox();
      if (board === null) throw new Error('there is no board');
      const picture = readPng(await page.screenshot());
      expect(wrongSquares(picture, board, (_, row) => row > 1 && row < 6)).toEqual([]);
    }).toPass();
  });
}

test('a piece that is dragged and let go at once is moved', async ({ person }) => {
  const [white, black] = [await person(), await person()];
  const boards = await sitDown(white, black);
  const devtools = await white.context().newCDPSession(white);
  const mouse = (type: 'mousePressed' | 'mouseMoved' | 'mouseReleased', at: { x: number; y: number }) =>
    devtools.send('Input.dispatchMouseEvent', { type, ...at, button: 'left', buttons: type === 'mouseReleased' ? 0 : 1, clickCount: 1 });
  const [from, to] = [await boards[0].centre('e2'), await boards[0].centre('e4')];
  // All before the page draws its next picture.
  await Promise.all([mouse('mousePressed', from), mouse('mouseMoved', to), mouse('mouseReleased', to)]);
  await boards[1].shows('e4', 'white pawn');
});
