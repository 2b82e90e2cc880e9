// SPDX-License-Identifier: AGPL-3.0-or-later
import { play, sitDown } from '../support/game';
import { expect, test } from '../support/people';

test('castling on both sides, and en passant', async ({ person }) => {
  const [white, black] = [await person(), await person()];
  const boards = await sitDown(white, black, { fen: 'r3k2r/ppppp1pp/8/8/5p2/8/PPPPPPPP/R3K2R w KQkq - 0 1' });
  await boards[0].drag('e1', 'g1');
  for (const board of boards) {
    await board.shows('g1', 'white king');
    await board.shows('f1', 'white rook');
  }
  // King on rook is the same move.
  await boards[1].drag('e8', 'a8');
  for (const board of boards) {
    await board.shows('c8', 'black king');
    await board.shows('d8', 'black rook');
  }
  await play(boards, ['e2e4', 'f4e3']);
  for (const board of boards) await board.shows('e4', 'empty');
});

test('a promotion that is called off leaves the pawn where it was, and is made to a queen and to a knight', async ({ person }) => {
  const [white, black] = [await person(), await person()];
  const boards = await sitDown(white, black, { fen: '4k3/P6P/8/8/8/8/8/4K3 w - - 0 1' });
  const queen = white.getByRole('button', { name: /^queen$/i });
  await boards[0].drag('a7', 'a8');
  await expect(queen).toBeVisible();
  await white.keyboard.press('Escape');
  await expect(queen).toBeHidden();
  await boards[0].shows('a7', 'white pawn');
  await boards[0].click('a7');
  await boards[0].click('a8');
  await queen.click();
  for (const board of boards) await board.shows('a8', 'white queen');
  await play([boards[1], boards[0]], ['e8e7']);
  await boards[0].drag('h7', 'h8');
  await white.getByRole('button', { name: /^knight$/i }).click();
  for (const board of boards) await board.shows('h8', 'white knight');
});
