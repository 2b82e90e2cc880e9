// SPDX-License-Identifier: AGPL-3.0-or-later
import { Board, play, sitDown } from '../support/game';
import { expect, test } from '../support/people';
import { answered } from '../support/quiet';

test('a reload resumes the game', async ({ person }) => {
  const [white, black] = [await person(), await person()];
  const boards = await sitDown(white, black);
  await play(boards, ['e2e4', 'c7c5', 'g1f3']);
  await black.reload();
  await boards[1].shows('f3', 'white knight');
  await play([boards[1], boards[0]], ['d7d6', 'd2d4']);
});

test('a second tab of the same player shows the same game and can move', async ({ person }) => {
  const [white, black] = [await person(), await person()];
  const boards = await sitDown(white, black);
  await play(boards, ['e2e4', 'c7c5']);
  const second = new Board(await white.context().newPage());
  await second.page.goto(white.url());
  await second.shows('c5', 'black pawn');
  await second.drag('g1', 'f3');
  for (const board of [second, ...boards]) await board.shows('f3', 'white knight');
});

test('whoever else has the link watches and cannot move', async ({ person }) => {
  const [white, black, carol] = [await person(), await person(), await person()];
  const boards = await sitDown(white, black);
  await carol.goto(white.url());
  const watched = new Board(carol);
  await watched.shows('e2', 'white pawn');
  await expect(carol.getByRole('button', { name: 'Join game' })).toBeHidden();
  await expect(carol.getByRole('button', { name: 'Resign' })).toBeHidden();
  await watched.drag('e2', 'e4');
  await watched.shows('e2', 'white pawn');
  await boards[0].shows('e2', 'white pawn');
  await play(boards, ['d2d4', 'd7d5']);
  await watched.shows('d5', 'black pawn');
});

test('an earlier position is reviewed and left again', async ({ person }) => {
  const [white, black] = [await person(), await person()];
  const boards = await sitDown(white, black);
  await play(boards, ['e2e4', 'e7e5']);
  await white.getByRole('button', { name: 'e4', exact: true }).click();
  await boards[0].shows('e7', 'black pawn');
  await white.keyboard.press('ArrowRight');
  await boards[0].shows('e5', 'black pawn');
});

test('a game that is not there says so', async ({ person, provokes }) => {
  provokes(answered(404));
  const page = await person();
  await page.goto('/game/AAAAAAAA');
  await expect(page.getByRole('heading', { name: 'No such game' })).toBeVisible();
});
