// SPDX-License-Identifier: AGPL-3.0-or-later
import { play, sitDown } from '../support/game';
import { expect, test } from '../support/people';

test('a pinned piece refuses and says why', async ({ person }) => {
  const [white, black] = [await person(), await person()];
  const [board] = await sitDown(white, black, { fen: '4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1' });
  const why = white.getByText('The knight on e2 is pinned to the king by the rook on e8.');

  await board.drag('e2', 'c3');
  await expect(why.first()).toBeVisible();
  await board.shows('e2', 'white knight');
  await board.shows('c3', 'empty');
  // The board shows whom it is about: the knight, the king behind it, and the rook.
  // Chessground keeps squares that it does not need, unseen.
  const concerned = white.locator('cg-board square.concerned').filter({ visible: true });
  const marked = () => concerned.evaluateAll((all) => all.map((one) => (one as unknown as { cgKey: string }).cgKey).sort());
  // It draws with the next picture, after the words.
  await expect.poll(marked).toEqual(['e1', 'e2', 'e8']);

  await white.reload();
  await board.isReady();
  await board.click('e2');
  await board.click('g3');
  await expect(why.first()).toBeVisible();

  // The game goes on.
  await board.drag('e1', 'd2');
  await board.shows('d2', 'white king');
  await expect(concerned).toHaveCount(0);
});

test('a move out of turn and one that the piece does not have are explained, before an offer only until it is read', async ({ person }) => {
  const [white, black] = [await person(), await person()];
  // With premoves such a move would wait for its turn.
  await black.addInitScript(() => localStorage.setItem('tabiya.settings', '{"premoves":"off"}'));
  const boards = await sitDown(white, black);
  await boards[0].drag('f1', 'f4');
  await expect(white.getByText(/^A bishop|^The bishop on f1/).first()).toBeVisible();
  await boards[0].shows('f1', 'white bishop');
  await boards[1].drag('e7', 'e5');
  await expect(black.getByText(/^It’s White’s turn/).first()).toBeVisible();
  await boards[1].shows('e7', 'black pawn');

  // A click on another own piece selects it instead.
  await boards[0].click('d2');
  await boards[0].click('e2');
  await boards[0].click('e4');
  await boards[0].shows('e4', 'white pawn');
  await boards[0].shows('d2', 'white pawn');
  await play([boards[1], boards[0]], ['e7e5']);

  await black.getByRole('button', { name: 'Offer draw' }).click();
  await black.getByRole('button', { name: 'Yes, offer' }).click();
  await expect(white.getByRole('button', { name: 'Accept draw', exact: true })).toBeVisible();
  await boards[0].drag('f1', 'f4');
  await expect(white.getByText(/^The bishop on f1|^A bishop/).first()).toBeVisible();
  await expect(white.getByRole('button', { name: 'Accept draw', exact: true })).toBeHidden();
  await white.getByRole('button', { name: 'Show offer' }).click();
  await white.getByRole('button', { name: 'Accept draw', exact: true }).click();
  await expect(white.getByText(/agree/i).first()).toBeVisible();
});
