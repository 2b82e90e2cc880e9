// SPDX-License-Identifier: AGPL-3.0-or-later
import { play, sitDown } from '../support/game';
import { meet } from '../support/opponent';
import { expect, test } from '../support/people';

test('premoves wait as ghosts and are played one after the other', async ({ person }) => {
  const [white, black] = [await person(), await person()];
  const boards = await sitDown(white, black);
  await boards[1].drag('b8', 'c6');
  await expect(boards[1].square('c6')).toHaveAccessibleName('c6, empty, premove knight');
  await expect(boards[1].square('b8')).toHaveAccessibleName('b8, black knight');
  await boards[1].click('c6');
  await boards[1].click('d4');
  await expect(boards[1].square('d4')).toHaveAccessibleName('d4, empty, premove knight');
  await expect(boards[1].square('c6')).toHaveAccessibleName('c6, empty');
  await expect(black.getByRole('button', { name: 'Cancel premoves' })).toBeVisible();
  await expect(white.getByRole('button', { name: 'Cancel premoves' })).toBeHidden();
  await boards[0].drag('e2', 'e4');
  for (const board of boards) await board.shows('c6', 'black knight');
  await expect(boards[1].square('d4')).toHaveAccessibleName('d4, empty, premove knight');
  await boards[0].drag('g1', 'f3');
  for (const board of boards) await board.shows('d4', 'black knight');
  await expect(black.getByRole('button', { name: 'Cancel premoves' })).toBeHidden();
});

test('premoves are cancelled by their button, a click beside them, a right-click and Escape', async ({ person, opponent }) => {
  const black = await person();
  const board = await meet(black, await opponent(), { color: 'black' });
  const cancel = black.getByRole('button', { name: 'Cancel premoves' });
  const queue = async () => {
    await board.drag('g8', 'f6');
    await expect(board.square('f6')).toHaveAccessibleName('f6, empty, premove knight');
  };
  await queue();
  await cancel.click();
  await expect(board.square('f6')).toHaveAccessibleName('f6, empty');
  await queue();
  await board.click('e4');
  await expect(cancel).toBeHidden();
  await queue();
  const { x, y } = await board.centre('e4');
  await black.mouse.click(x, y, { button: 'right' });
  await expect(cancel).toBeHidden();
  await queue();
  await black.keyboard.press('Escape');
  await expect(cancel).toBeHidden();
  await expect(board.square('f6')).toHaveAccessibleName('f6, empty');
});

test('premoves are the same in both tabs of their owner, and one that is no longer legal is dropped, and both say which and why', async ({ person }) => {
  const [white, black] = [await person(), await person()];
  const boards = await sitDown(white, black);
  await play(boards, ['e2e4']);
  const second = await white.context().newPage();
  await second.goto(white.url());
  await boards[0].drag('e4', 'd5');
  await expect(second.getByRole('button', { name: 'd5, empty, premove pawn' })).toBeVisible();
  await second.getByRole('button', { name: 'Cancel premoves' }).click();
  await expect(boards[0].square('d5')).toHaveAccessibleName('d5, empty');

  await boards[0].drag('e4', 'e5');
  await expect(boards[0].square('e5')).toHaveAccessibleName('e5, empty, premove pawn');
  await expect(second.getByRole('button', { name: 'e5, empty, premove pawn' })).toBeVisible();
  // A tab that is opened later knows of it, too.
  await second.reload();
  await expect(second.getByRole('button', { name: 'e5, empty, premove pawn' })).toBeVisible();
  await boards[1].drag('e7', 'e5');
  for (const page of [white, second]) await expect(page.getByText(/Premove e4–e5 dropped: .*e5/).first()).toBeVisible();
  await expect(black.getByText(/dropped/)).toHaveCount(0);
  await boards[0].shows('e4', 'white pawn');
  await boards[0].shows('e5', 'black pawn');
});
