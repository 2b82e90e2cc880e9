// SPDX-License-Identifier: AGPL-3.0-or-later
import { Board, play, sitDown } from '../support/game';
import { expect, test } from '../support/people';

test('a game is the same in two tabs, after a reload and for who watches, is reviewed, and left for another page', async ({ person }) => {
  const [white, black, carol] = [await person(), await person(), await person()];
  const boards = await sitDown(white, black);
  await play(boards, ['e2e4', 'c7c5']);
  // A second tab of the same player shows the same game and can move.
  const second = new Board(await white.context().newPage());
  await second.page.goto(white.url());
  await second.shows('c5', 'black pawn');
  await second.drag('g1', 'f3');
  for (const board of [second, ...boards]) await board.shows('f3', 'white knight');
  // A reload resumes it.
  await black.reload();
  await boards[1].shows('f3', 'white knight');
  await play([boards[1], boards[0]], ['d7d6', 'd2d4']);

  // Whoever else has the link watches and cannot move.
  await carol.goto(white.url());
  const watched = new Board(carol);
  await watched.shows('d4', 'white pawn');
  await expect(carol.getByRole('button', { name: 'Join game' })).toBeHidden();
  await expect(carol.getByRole('button', { name: 'Resign' })).toBeHidden();
  await watched.drag('c5', 'd4');
  for (const board of [watched, ...boards]) await board.shows('c5', 'black pawn');
  await play([boards[1], boards[0]], ['c5d4', 'f3d4']);
  await watched.shows('d4', 'white knight');

  // An earlier position is reviewed and left again.
  await white.getByRole('button', { name: 'e4', exact: true }).click();
  await boards[0].shows('c7', 'black pawn');
  await white.keyboard.press('ArrowRight');
  await boards[0].shows('c5', 'black pawn');

  // Whoever goes to another page of the same tab has left the game.
  const opponent = white.getByRole('region', { name: 'Black' });
  await expect(opponent.getByText('online')).toBeAttached();
  await black.getByRole('link', { name: 'Tabiya' }).click();
  await expect(opponent.getByText('away')).toBeAttached();
});
