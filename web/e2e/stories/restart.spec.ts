// SPDX-License-Identifier: AGPL-3.0-or-later
import { play, sitDown } from '../support/game';
import { LOST_CONNECTION } from '../support/quiet';
import { expect, test } from '../support/test';

test('the server is killed in mid-game, both play on without a reload, and what was done meanwhile is done when it is back', async ({ person, server, provokes }) => {
  provokes(LOST_CONNECTION);
  const [white, black] = [await person(), await person()];
  const boards = await sitDown(white, black, { time: { initial_ms: 600_000, increment_ms: 0 } });
  await play(boards, ['e2e4', 'e7e5', 'g1f3']);
  for (const page of [white, black]) await page.evaluate(() => Object.assign(window, { sameDocument: true }));

  await server.kill();
  await expect(white.getByText(/reconnect|connection|offline/i).first()).toBeVisible();
  await server.restart();
  await play([boards[1], boards[0]], ['b8c6', 'f1c4', 'g8f6']);

  // A move.
  await server.kill();
  await boards[0].drag('d2', 'd3');
  await server.restart();
  for (const board of boards) await board.shows('d3', 'white pawn');

  // What is asked for.
  await server.kill();
  await expect(white.getByText(/reconnect/i).first()).toBeVisible();
  await white.getByRole('button', { name: 'Resign', exact: true }).click();
  await white.getByRole('button', { name: 'Yes, resign' }).click();
  await server.restart();
  await expect(white.getByText('You lost by resignation.', { exact: true })).toBeVisible();
  await expect(black.getByText('You won by resignation.', { exact: true })).toBeVisible();
  for (const page of [white, black]) {
    expect(await page.evaluate(() => 'sameDocument' in window), 'nobody had to reload').toBe(true);
  }
});
