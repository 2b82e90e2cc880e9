// SPDX-License-Identifier: AGPL-3.0-or-later
import { Board, play, sitDown } from '../support/game';
import { expect, test } from '../support/people';

test('after 50 moves without a capture or a pawn move a draw is offered to be claimed, and claimed', async ({ person }) => {
  const [white, black] = [await person(), await person()];
  // 49 moves of each side have passed.
  const boards = await sitDown(white, black, { fen: '4k3/8/8/8/8/8/R7/4K3 w - - 98 80' });
  const claim = (page: typeof white) => page.getByRole('button', { name: 'Claim draw' });
  await play(boards, ['a2b2']);
  await expect(black.getByText('Your move.', { exact: true })).toBeVisible();
  await expect(claim(black), 'one half-move too early').toBeHidden();
  await play([boards[1], boards[0]], ['e8d8']);
  await expect(white.getByText('Your move. Fifty-move rule: you can claim a draw.')).toBeVisible();
  await expect(claim(black), 'it is not their move').toBeHidden();
  await claim(white).click();
  for (const page of [white, black]) {
    await expect(page.getByText('Draw by the fifty-move rule.').first()).toBeVisible();
  }
});

test('whoever may claim a draw may also play on', async ({ person }) => {
  const [white, black] = [await person(), await person()];
  const boards = await sitDown(white, black, { fen: '4k3/8/8/8/8/p7/R7/4K3 w - - 99 80' });
  await play(boards, ['e1d1']);
  await expect(black.getByRole('button', { name: 'Claim draw' })).toBeVisible();
  await play([boards[1], boards[0]], ['e8d8']);
  await expect(white.getByRole('button', { name: 'Claim draw' })).toBeVisible();
  // A capture begins the count anew.
  await play(boards, ['a2a3']);
  await expect(black.getByText('Your move.', { exact: true })).toBeVisible();
  await expect(black.getByRole('button', { name: 'Claim draw' })).toBeHidden();
});

test('a Bronstein clock is chosen in the dialog, runs at once and gets back what a move took', async ({ person }) => {
  const [host, guest] = [await person(), await person()];
  await host.goto('/');
  await host.getByRole('button', { name: 'Play a friend' }).click();
  await host.getByRole('radio', { name: 'Custom' }).check();
  await host.getByRole('radio', { name: 'Bronstein' }).check();
  await expect(host.getByText('Each move gives back the time it took, up to this many seconds.')).toBeVisible();
  await host.getByLabel('Minutes').fill('5');
  await host.getByLabel('Seconds given back').fill('60');
  await host.getByRole('radio', { name: 'White', exact: true }).check();
  await host.getByRole('button', { name: 'Create game' }).click();
  await expect(host.getByText('5 min, 60 s Bronstein')).toBeVisible();
  await expect(host).toHaveURL(/\/game\//);
  await guest.goto(host.url());
  await guest.getByRole('button', { name: 'Join game' }).click();
  const boards: [Board, Board] = [new Board(host), new Board(guest)];
  for (const board of boards) await board.isReady();
  await play(boards, ['e2e4', 'e7e5']);
  for (const page of [host, guest]) {
    const clock = page.getByRole('timer', { name: 'White’s clock' });
    await expect(clock, 'without a delay').toHaveText(/^4:[0-5]\d$/);
  }
  await play(boards, ['g1f3']);
  for (const page of [host, guest]) {
    await expect(page.getByRole('timer', { name: 'White’s clock' }), 'all of it is given back').toHaveText('5:00');
  }
});
