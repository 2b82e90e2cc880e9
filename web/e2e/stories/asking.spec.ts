// SPDX-License-Identifier: AGPL-3.0-or-later
// What is asked by typing or by a key of the board, and how the page answers.
import type { Page } from '@playwright/test';
import { Board, create, play, sitDown } from '../support/game';
import { expect, register, test } from '../support/people';

/** Types into the field and waits for its answer. */
async function ask(page: Page, text: string, answer: string | RegExp): Promise<void> {
  await page.keyboard.press('/');
  await expect(page.getByRole('textbox', { name: 'Move or command' })).toBeFocused();
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
  await expect(page.locator('.said')).toHaveText(answer);
}

test('the field says what was captured, which stands beside the players, who sits opposite and what stands on a line, and turns board and pages', async ({ person }) => {
  const [white, black, watcher] = [await person(), await person(), await person()];
  // Some want the difference alone, or nothing.
  await black.addInitScript(() => localStorage.setItem('tabiya.settings', '{"captured":"difference"}'));
  await watcher.addInitScript(() => localStorage.setItem('tabiya.settings', '{"captured":"off"}'));
  const opponent = await register(black);
  const boards = await sitDown(white, black);
  await ask(white, 'captures', new RegExp(`^Guest .+ has captured: nothing\\. ${opponent} has captured: nothing\\.$`));
  await play(boards, ['e2e4', 'd7d5']);
  const [board] = boards;
  const whiteIsNear = async () => (await board.centre('a1')).y > (await board.centre('a8')).y;
  expect(await whiteIsNear()).toBe(true);
  await ask(white, 'flip', 'Done.');
  await expect.poll(whiteIsNear).toBe(false);
  await ask(white, 'back', 'Last move, White: e4.');
  await board.shows('d7', 'black pawn');
  await board.shows('e4', 'white pawn');
  await ask(white, 'back', 'No move has been played.');
  await board.shows('e2', 'white pawn');
  await ask(white, 'on', 'Last move, White: e4.');
  await ask(white, 'end', 'Last move, Black: d5.');
  await board.shows('d5', 'black pawn');
  // Only this page was turned.
  await boards[1].shows('d5', 'black pawn');
  expect((await boards[1].centre('a1')).y).toBeLessThan((await boards[1].centre('a8')).y);

  await play(boards, ['e4d5', 'd8d5', 'b1c3', 'd5g2', 'f1g2']);
  // Before that the last capture is only White's word.
  await expect(white.getByRole('region', { name: 'Moves' }).getByRole('button', { name: 'Bxg2' })).toBeVisible();
  const bar = white.getByRole('region', { name: 'White' });
  await expect(bar.getByText('Captured: queen, pawn')).toBeAttached();
  await expect(bar.locator('.captured piece.black')).toHaveCount(2);
  await expect(white.getByRole('region', { name: 'Black' }).locator('.captured piece.white.pawn')).toHaveCount(1);
  const boxes = await bar.locator('.captured piece').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));
  expect(boxes[0].right).toBeLessThanOrEqual(boxes[1].left + 0.5);
  await expect(black.getByText('Captured: queen', { exact: true })).toBeAttached();
  await expect(black.locator('.captured piece'), 'the queen, and one pawn of two').toHaveCount(2);
  await watcher.goto(white.url());
  await new Board(watcher).shows('g2', 'white bishop');
  await expect(watcher.locator('.captured')).toHaveCount(0);

  await ask(white, 'captures', new RegExp(`^Guest .+ has captured: queen, pawn\\. ${opponent} has captured: pawn, pawn\\.$`));
  await ask(white, 'opponent', opponent);
  await ask(white, 'scan 5', 'Rank 5: empty.');
  await ask(white, 'scan 2', /^Rank 2: a2 white pawn, b2 white pawn, .*, g2 white bishop, h2 white pawn\.$/);
  await ask(white, 's g', 'File g: g1 white knight, g2 white bishop, g7 black pawn, g8 black knight.');
});

test('keys of the board say the last move and the last capture', async ({ person }) => {
  const page = await person();
  // The computer's only move.
  const id = await create(page, { opponent: { kind: 'computer', level: 1 }, fen: '7k/R7/6K1/8/8/8/8/8 w - - 0 1' });
  await page.goto(`/game/${id}`);
  const board = new Board(page);
  await board.isReady();
  const answer = page.locator('.said');
  await board.square('a7').focus();
  await page.keyboard.press('l');
  await expect(answer).toHaveText('No move has been played.');
  await board.drag('a7', 'f7');
  await board.shows('g8', 'black king');
  await board.square('f7').focus();
  await page.keyboard.press('l');
  await expect(answer).toHaveText('Last move, Black: king g8.');
  await page.keyboard.press('c');
  await expect(answer).toHaveText('Nothing has been captured.');
});
