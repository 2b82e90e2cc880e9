// SPDX-License-Identifier: AGPL-3.0-or-later
import { Board, create, play, sitDown } from '../support/game';
import { enrol, expect, PASSWORD, register, someName, test } from '../support/people';
import { scan } from '../support/qr';
import { onNetwork } from '../support/visit';

test("scholar's mate against a friend, by link", async ({ person }) => {
  const alice = await person();
  await alice.goto('/');
  await alice.getByRole('button', { name: 'Play a friend', exact: true }).click();
  await alice.getByRole('button', { name: 'Create game', exact: true }).click();
  const link = await alice.getByRole('textbox', { name: 'Game link', exact: true }).inputValue();
  expect(link).toBe(alice.url());

  const bob = await person();
  await bob.goto(link);
  await expect(bob.getByRole('textbox', { name: 'Game link', exact: true })).toBeHidden();
  await bob.getByRole('button', { name: 'Join game', exact: true }).click();

  // The server may have drawn lots for the colours.
  const [mine] = (await (await alice.request.get('/api/games')).json()) as [{ you: 'white' | 'black' }];
  const [white, black] = mine.you === 'white' ? [alice, bob] : [bob, alice];
  const boards: [Board, Board] = [new Board(white), new Board(black)];
  for (const board of boards) await board.isReady();
  await play(boards, ['e2e4', 'e7e5', 'f1c4', 'b8c6', 'd1h5', 'g8f6', 'h5f7']);

  for (const page of [white, black]) {
    await expect(page.getByText(page === white ? 'You won by checkmate.' : 'You lost by checkmate.', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Resign', exact: true })).toBeHidden();
  }

  await white.getByRole('button', { name: 'Rematch', exact: true }).click();
  await black.getByRole('button', { name: 'Rematch', exact: true }).click();
  for (const page of [white, black]) {
    await expect(page).not.toHaveURL(link);
    await new Board(page).shows('e2', 'white pawn');
  }
});

test('whoever opens the dialog before the page knows the account is offered a rated game as well', async ({ person }) => {
  const host = await person();
  await enrol(host);
  await host.route('**/api/page/me', async (route) => {
    await host.getByRole('switch', { name: 'Private' }).waitFor();
    await route.continue();
  }, { times: 1 });
  await host.goto('/');
  await host.getByRole('button', { name: 'Play a friend', exact: true }).click();
  await host.getByRole('switch', { name: 'Rated' }).check();
  await host.getByRole('radio', { name: '5+3' }).check();
  await host.getByRole('button', { name: 'Create game', exact: true }).click();
  await expect(host.getByRole('textbox', { name: 'Game link', exact: true })).toBeVisible();
  await expect(host.getByText('Rated').first()).toBeVisible();
});

test('a guest who follows the link of a rated game registers there and joins it', async ({ person }) => {
  const [host, guest] = [await person(), await person()];
  await register(host);
  await guest.goto(`/game/${await create(host, { rated: true, time: { initial_ms: 300_000, increment_ms: 3_000 } })}`);
  const main = guest.getByRole('main');
  await expect(main.getByText('This game is rated: log in or register to join it.')).toBeVisible();
  await expect(main.getByRole('button', { name: 'Join game' })).toHaveCount(0);
  await main.getByRole('button', { name: 'Log in' }).click();
  await expect(guest.getByRole('dialog', { name: 'Log in' })).toBeVisible();
  await guest.keyboard.press('Escape');
  await main.getByRole('button', { name: 'Register' }).click();
  await guest.getByLabel('Name').fill(someName());
  await guest.getByLabel('Password').fill(PASSWORD);
  await guest.getByRole('dialog').getByRole('button', { name: 'Register' }).click();
  await main.getByRole('button', { name: 'Join game' }).click();
  await new Board(guest).isReady();
});

test('a private game by link with its QR code is there for its two players alone', async ({ person }) => {
  const [one, other, third] = [await person(), await person(), await person()];
  const address = 'http://10.0.0.7';
  await onNetwork(one, address);
  await one.goto('/');
  await one.getByRole('button', { name: 'Play a friend' }).click();
  // Only accounts are challenged by name.
  await expect(one.getByRole('radio', { name: 'By name' })).toHaveCount(0);
  await one.getByRole('switch', { name: 'Private' }).check();
  await one.getByRole('button', { name: 'Create game' }).click();
  const code = one.getByRole('img', { name: 'QR code of the link' });
  await expect(code).toBeVisible();
  // The page was opened at 127.0.0.1, where the friend would find only their own computer.
  const link = address + new URL(one.url()).pathname;
  expect(await scan(code)).toBe(link);
  await expect(one.getByRole('textbox', { name: 'Game link' })).toHaveValue(link);
  await other.goto(one.url());
  await other.getByRole('button', { name: 'Join game' }).click();
  await new Board(one).isReady();
  await expect(one.getByText('Private', { exact: true })).toBeVisible();
  await third.goto('/');
  // As soon as the friend sits.
  await expect.poll(async () => (await third.request.get(one.url())).status()).toBe(404);
  // The next game is private again until somebody changes it; against the computer it is asked apart.
  await one.goto('/');
  await one.getByRole('button', { name: 'Play a friend' }).click();
  await expect(one.getByRole('switch', { name: 'Private' })).toBeChecked();
  await one.keyboard.press('Escape');
  // Nobody begins a game with the computer beside one with a clock against a person.
  await third.getByRole('button', { name: 'Play the computer' }).click();
  await third.getByRole('switch', { name: 'Private' }).check();
  await third.getByRole('button', { name: 'Create game' }).click();
  // The dialog says "Private", too.
  await expect(third).toHaveURL(/\/game\//);
  await expect(third.getByText('Private', { exact: true })).toBeVisible();
  expect((await one.request.get(third.url())).status()).toBe(404);
});

test('the links of an open challenge lead to one side each', async ({ person, server }) => {
  const [first, second] = [await person(), await person()];
  const form = { 'clock.limit': '300', 'clock.increment': '0' };
  const made = (await (await first.request.post(`${server.origin}/api/challenge/open`, { form })).json()) as Record<'urlWhite' | 'urlBlack', string>;
  const path = (url: string) => new URL(url).pathname + new URL(url).search;
  await first.goto(path(made.urlBlack));
  await first.getByRole('button', { name: 'Join game', exact: true }).click();
  await expect(first.getByText('You play Black').first()).toBeAttached();
  await second.goto(path(made.urlBlack));
  // That side is taken: the other one is free.
  await second.getByRole('button', { name: 'Join game', exact: true }).click();
  await expect(second.getByText('You play White').first()).toBeAttached();
});

test('a draw is offered and accepted', async ({ person }) => {
  const [white, black] = [await person(), await person()];
  const boards = await sitDown(white, black);
  await play(boards, ['d2d4', 'd7d5']);
  await white.getByRole('button', { name: 'Offer draw', exact: true }).click();
  // An offer is no danger.
  await expect(white.getByRole('button', { name: 'Yes, offer' })).not.toHaveClass(/danger/);
  await white.getByRole('button', { name: 'Yes, offer' }).click();
  // The focus stays where it was: not at "Resign".
  await expect(white.getByRole('button', { name: 'Draw offered' })).toBeFocused();
  await black.getByRole('button', { name: 'Accept draw', exact: true }).click();
  for (const page of [white, black]) await expect(page.getByText(/agree/i).first()).toBeVisible();
});

test('flipping the board turns it round, and resigning asks first', async ({ person }) => {
  const [white, black] = [await person(), await person()];
  const boards = await sitDown(white, black);
  const [board] = boards;
  const above = async () => (await board.centre('a8')).y < (await board.centre('a1')).y;
  expect(await above()).toBe(true);
  await white.getByRole('button', { name: 'Flip board', exact: true }).click();
  await expect.poll(above).toBe(false);
  await board.drag('e2', 'e4');
  await board.shows('e4', 'white pawn');
  await play([boards[1], boards[0]], ['d7d5']);
  await white.getByRole('button', { name: 'Resign', exact: true }).click();
  await expect(white.getByRole('button', { name: 'Rematch', exact: true })).toBeHidden();
  await white.getByRole('button', { name: 'Yes, resign' }).click();
  for (const page of [white, black]) await expect(page.getByText(/resign/i).first()).toBeVisible();
  await expect(black.getByRole('button', { name: 'Rematch', exact: true })).toBeVisible();
});
