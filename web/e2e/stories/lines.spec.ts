// SPDX-License-Identifier: AGPL-3.0-or-later
// Conditional moves and private lines beside a correspondence game.
import type { Page } from '@playwright/test';
import { Board, sitDown } from '../support/game';
import { answered, LOST_CONNECTION } from '../support/quiet';
import { expect, test } from '../support/test';

const card = (page: Page) => page.getByRole('region', { name: 'Conditional moves' });

/** The server has said what may be moved. */
const isReady = (page: Page) =>
  expect(page.getByRole('group', { name: 'Board for your line' })).toHaveAttribute('aria-busy', 'false');

/** Moves for both sides on the board of the line. */
async function make(board: Board, moves: string[]): Promise<void> {
  for (const move of moves) {
    const [from, to] = [move.slice(0, 2), move.slice(2, 4)];
    await isReady(board.page);
    await expect(board.square(from)).not.toHaveAccessibleName(/, empty/);
    await board.click(from);
    await board.click(to);
    await board.shows(from, 'empty');
  }
}

test('a player says what follows, leaves, and finds it played', async ({ person, server, provokes }) => {
  // A line that contradicts another is refused, and the server is killed.
  provokes(LOST_CONNECTION, answered(409));
  const [white, black] = [await person(), await person()];
  const boards = await sitDown(white, black, { time: { days: 3 } });
  await expect(card(white)).toBeVisible();

  // On one's own turn only a private line can be kept.
  await card(white).getByRole('button', { name: 'Make a line' }).click();
  const save = card(white).getByRole('button', { name: 'Save conditional moves' });
  const top = async () => (await save.boundingBox())?.y;
  const before = await top();
  await make(boards[0], ['e2e4', 'e7e5', 'f1c4']);
  expect(await top(), 'the buttons stay where they are while the line grows').toBe(before);
  // Wherever the card stands on the page, its buttons are on the screen beside the board.
  const desktop = white.viewportSize() ?? { width: 1280, height: 720 };
  for (const [width, height] of [[844, 390], [720, 450], [320, 568]] as const) {
    await white.setViewportSize({ width, height });
    for (const name of ['Save conditional moves', 'Keep as private line', 'Undo', 'Redo', 'Close']) {
      await expect(card(white).getByRole('button', { name, exact: true }), `${name} at ${width}×${height}`).toBeInViewport({ ratio: 1 });
    }
    await expect(boards[0].square('e1'), `the board at ${width}×${height}`).toBeInViewport({ ratio: 0.9 });
  }
  await white.setViewportSize(desktop);
  await expect(card(white).getByText('It’s your turn.')).toBeVisible();
  await expect(card(white).getByRole('button', { name: 'Save conditional moves' })).toBeDisabled();
  await card(white).getByRole('button', { name: 'Keep as private line' }).click();
  await expect(card(white).getByRole('heading', { name: 'Private lines' })).toBeVisible();
  await boards[0].shows('e2', 'white pawn');

  await boards[0].drag('e2', 'e4');
  await boards[1].shows('e4', 'white pawn');
  await card(white).getByRole('button', { name: 'Make a line' }).click();
  await expect(card(white).getByText('Start with your opponent’s move.')).toBeVisible();
  await make(boards[0], ['e7e5']);
  await expect(card(white).getByText('Now add your reply.')).toBeVisible();
  // What is illegal is explained, as in play.
  await isReady(white);
  await boards[0].click('f1');
  await boards[0].click('f3');
  await expect(card(white).getByRole('alert')).toBeVisible();
  await make(boards[0], ['g1f3', 'b8c6', 'f1b5']);
  await card(white).getByRole('button', { name: 'Save conditional moves' }).click();
  await expect(card(white).getByText('1 of 20')).toBeVisible();
  await boards[0].shows('f1', 'white bishop');
  await expect(card(white).getByRole('button', { name: 'Make a line' }), 'the keyboard goes on here').toBeFocused();

  // Another one that contradicts it is refused, and stays on the board.
  await card(white).getByRole('button', { name: 'Make a line' }).click();
  await make(boards[0], ['e7e5', 'f2f4']);
  await card(white).getByRole('button', { name: 'Save conditional moves' }).click();
  await expect(card(white).getByRole('alert')).toContainText('different replies');
  await boards[0].shows('f4', 'white pawn');
  await card(white).getByRole('button', { name: 'Close' }).click();

  // The opponent sees nothing of it.
  await expect(card(black).getByText('1 of 20')).toHaveCount(0);
  await expect(card(black).getByRole('listitem')).toHaveCount(0);

  // Both are away, and the server is started anew.
  const game = black.url();
  await white.goto('about:blank');
  await boards[1].drag('e7', 'e5');
  await boards[1].shows('f3', 'white knight');
  await server.kill();
  await server.restart();
  await boards[1].drag('b8', 'c6');
  await boards[1].shows('b5', 'white bishop');
  await white.goto(game);
  await boards[0].shows('b5', 'white bishop');
  await expect(card(white).getByText('Played for you:')).toContainText('Bb5');
  await expect(card(white).getByRole('heading', { name: 'Private lines' })).toBeVisible();
  await expect(card(white).getByText(/of 20/)).toHaveCount(0);

  // A line that no longer applies is said to be dropped.
  await card(white).getByRole('button', { name: 'Make a line' }).click();
  await make(boards[0], ['a7a6', 'b5a4']);
  await card(white).getByRole('button', { name: 'Save conditional moves' }).click();
  await expect(card(white).getByText('1 of 20')).toBeVisible();
  await boards[1].drag('g8', 'f6');
  await expect(card(white).getByText('Dropped, because another move was played:')).toBeVisible();
  await card(white).getByRole('button', { name: 'Clear' }).click();
  await expect(card(white).getByText('Dropped,')).toHaveCount(0);
  await card(white).getByRole('button', { name: /^Remove 1\. e4 e5/ }).click();
  await expect(card(white).getByRole('heading', { name: 'Private lines' })).toBeHidden();

  // What is kept is there after the game, too.
  await card(white).getByRole('button', { name: 'Make a line' }).click();
  await make(boards[0], ['d2d4']);
  await card(white).getByRole('button', { name: 'Keep as private line' }).click();
  await expect(card(white).getByRole('heading', { name: 'Private lines' })).toBeVisible();
  await black.getByRole('button', { name: 'Resign' }).click();
  await black.getByRole('button', { name: 'Resign' }).click();
  const kept = white.getByRole('region', { name: 'Your lines' });
  await expect(kept.getByRole('button', { name: 'Make a line' })).toHaveCount(0);
  await kept.getByRole('link', { name: /on the analysis board$/ }).click();
  await expect(white.getByRole('treeitem', { name: '4. d4', exact: true })).toBeVisible();
});
