// SPDX-License-Identifier: AGPL-3.0-or-later
import { Board, play } from '../support/game';
import { expect, test } from '../support/test';

test('a game over plain http under a host name that is not localhost', async ({ person, server }) => {
  const settings = { baseURL: server.lanOrigin };
  const [alice, bob] = [await person(settings), await person(settings)];
  await alice.goto('/');
  const secure = await alice.evaluate(() => window.isSecureContext);
  expect(secure, 'the browser takes this host for a foreign machine').toBe(false);

  await alice.getByRole('button', { name: 'Play a friend' }).click();
  await alice.getByRole('button', { name: 'Create game' }).click();
  const link = await alice.getByRole('textbox', { name: 'Game link' }).inputValue();
  expect(link.startsWith(`${server.lanOrigin}/game/`)).toBe(true);

  // There is no navigator.clipboard here; what was copied shows where it is pasted.
  await alice.getByRole('button', { name: 'Copy', exact: true }).click();
  const paper = await alice.context().newPage();
  await paper.setContent('<textarea></textarea>');
  await paper.locator('textarea').focus();
  await paper.keyboard.press('ControlOrMeta+V');
  await expect(paper.locator('textarea')).toHaveValue(link);
  await paper.close();
  await alice.bringToFront();

  await bob.goto(link);
  await bob.getByRole('button', { name: 'Join game' }).click();
  const games = await alice.evaluate(async () => (await fetch('/api/games')).json() as Promise<{ you: string }[]>);
  const [white, black] = games[0]?.you === 'white' ? [alice, bob] : [bob, alice];
  const boards: [Board, Board] = [new Board(white), new Board(black)];
  for (const board of boards) await board.isReady();
  await play(boards, ['e2e4', 'e7e5', 'g1f3']);
});
