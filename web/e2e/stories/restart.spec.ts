// SPDX-License-Identifier: AGPL-3.0-or-later
import { play, sitDown } from '../support/game';
import { LOST_CONNECTION } from '../support/quiet';
import { expect, test } from '../support/test';

test('the server is killed in mid-game, and both play on without a reload', async ({ person, server, provokes }) => {
  provokes(LOST_CONNECTION);
  const [white, black] = [await person(), await person()];
  const boards = await sitDown(white, black, { time: { initial_ms: 600_000, increment_ms: 0 } });
  await play(boards, ['e2e4', 'e7e5', 'g1f3']);
  for (const page of [white, black]) await page.evaluate(() => Object.assign(window, { sameDocument: true }));

  await server.kill();
  await expect(white.getByText(/reconnect|connection|offline/i).first()).toBeVisible();
  await server.restart();

  await play([boards[1], boards[0]], ['b8c6', 'f1c4', 'g8f6']);
  for (const page of [white, black]) {
    expect(await page.evaluate(() => 'sameDocument' in window), 'nobody had to reload').toBe(true);
  }
});

test('a move made while the server is away arrives when it is back', async ({ person, server, provokes }) => {
  provokes(LOST_CONNECTION);
  const [white, black] = [await person(), await person()];
  const boards = await sitDown(white, black);
  await play(boards, ['e2e4', 'e7e5']);
  await server.kill();
  await boards[0].drag('g1', 'f3');
  await server.restart();
  for (const board of boards) await board.shows('f3', 'white knight');
});
