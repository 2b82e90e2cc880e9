// SPDX-License-Identifier: AGPL-3.0-or-later
// The bell in the header: whose move it is, how a game ended, what staff say; read in one tab, it is read in all.
import type { Page } from '@playwright/test';
import { makeAdmin } from '../support/desk';
import { Board, play, sitDown } from '../support/game';
import { enrol, register } from '../support/people';
import { expect, test } from '../support/test';

test.use({ flags: ['--unlimited-addresses', '127.0.0.1', '--staff-totp', 'off'] });

const bell = (page: Page, unread: number) =>
  page.getByRole('banner').getByRole('button', { name: unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`, exact: true });

/** Opens the bell with so many unread notices, and finds this one. */
async function ring(page: Page, unread: number, text: string): Promise<void> {
  await bell(page, unread).click();
  await expect(page.getByRole('region', { name: 'Notifications' }).getByRole('listitem').filter({ hasText: text })).toBeVisible();
}

test('whose move it is stands in the bell of whoever is away, leads to the game, and goes with the move', async ({ person }) => {
  const [white, black] = [await person(), await person()];
  await register(white, 'Anna');
  await register(black, 'Boris');
  const boards = await sitDown(white, black, { time: { days: 3 } });
  // Two tabs of one browser, which are not at the game.
  const game = black.url();
  await black.goto('/players');
  await expect(bell(black, 0)).toBeVisible();
  const other = await black.context().newPage();
  await other.goto('/settings');
  await expect(bell(other, 0)).toBeVisible();
  // Whoever the server believes at the game is told nothing.
  await expect(white.getByRole('region', { name: 'Black' }).getByText('away')).toBeAttached();
  await boards[0].drag('e2', 'e4');
  for (const page of [black, other]) await expect(bell(page, 1)).toBeVisible();
  await ring(black, 1, 'Your move against Anna.');
  for (const page of [black, other]) await expect(bell(page, 0), 'read in one tab, read in both').toBeVisible();
  await black.getByRole('region', { name: 'Notifications' }).getByRole('link').click();
  await expect(black).toHaveURL(game);
  const board = new Board(black);
  await board.shows('e4', 'white pawn');
  // A tab behind another one is drawn slowly.
  await black.bringToFront();
  await play([board, boards[0]], ['e7e5']);
  await bell(other, 0).click();
  await expect(other.getByText('Nothing new.')).toBeVisible();
});

test('how a game ended is told to whoever was away', async ({ person }) => {
  const [white, black] = [await person(), await person()];
  await register(white, 'Anna');
  await register(black, 'Boris');
  await play(await sitDown(white, black, { time: { initial_ms: 300_000, increment_ms: 0 } }), ['e2e4', 'e7e5']);
  await black.goto('/players');
  await expect(white.getByRole('region', { name: 'Black' }).getByText('away')).toBeAttached();
  await expect(bell(black, 0)).toBeVisible();
  await white.getByRole('button', { name: 'Resign', exact: true }).click();
  await white.getByRole('button', { name: 'Yes, resign' }).click();
  await ring(black, 1, 'You won against Anna.');
  await expect(bell(black, 0)).toBeVisible();
  // Who was there has seen it.
  await expect(white.getByRole('status').getByText('You lost by resignation.', { exact: true })).toBeVisible();
  await bell(white, 0).click();
  await expect(white.getByText('Nothing new.')).toBeVisible();
});

test('a challenge whose card stands on the page is not told by the bell as well', async ({ person }) => {
  const [anna, boris] = [await person(), await person()];
  await register(anna, 'Anna');
  await enrol(boris, 'Boris');
  await expect(bell(boris, 0)).toBeVisible();
  await anna.goto('/@/Boris');
  await anna.getByRole('button', { name: 'Challenge', exact: true }).click();
  await anna.getByRole('button', { name: 'Send challenge' }).click();
  const card = boris.getByRole('article', { name: 'Challenge from Anna' });
  await expect(card).toBeVisible();
  await boris.waitForLoadState('networkidle');
  await expect(bell(boris, 0)).toBeVisible();
  // One press declines.
  await card.getByRole('button', { name: 'Decline', exact: true }).click();
  await expect(card).toBeHidden();
  await expect(anna.getByText('Boris declined.')).toBeVisible();
  await boris.reload();
  await expect(bell(boris, 0)).toBeVisible();
});

test('what staff say stands in the bell of all tabs at once, and once read it is read in all', async ({ person, server }) => {
  const [chief, page] = [await person(), await person()];
  await makeAdmin(chief, server);
  await enrol(page, 'Lena');
  await expect(bell(page, 0)).toBeVisible();
  const other = await page.context().newPage();
  await other.goto('/watch');
  await expect(bell(other, 0)).toBeVisible();
  await chief.goto('/desk/users');
  await chief.getByText('Lena', { exact: true }).click();
  for (const [unread, words] of [[1, 'Please be <b>kind</b>.'], [2, 'This is the second time.']] as const) {
    await chief.getByLabel('Warning').fill(words);
    await chief.getByRole('button', { name: 'Send warning' }).click();
    await expect(chief.getByLabel('Warning')).toHaveValue('');
    for (const tab of [page, other]) await expect(bell(tab, unread)).toBeVisible();
  }
  await ring(other, 2, 'This is the second time.');
  await expect(other.getByRole('region', { name: 'Notifications' }).getByText('Please be <b>kind</b>.')).toBeVisible();
  for (const tab of [page, other]) await expect(bell(tab, 0)).toBeVisible();
  await page.reload();
  await expect(bell(page, 0), 'the server knows it too').toBeVisible();
  await ring(page, 0, 'Please be <b>kind</b>.');
});
