// SPDX-License-Identifier: AGPL-3.0-or-later
// Watching: running games as small boards that move, and the running game of one player.
import { findings } from '../support/axe';
import { Board, play, sitDown } from '../support/game';
import { enrol } from '../support/people';
import { answered } from '../support/quiet';
import { expect, test } from '../support/test';

const CLOCKS = { time: { initial_ms: 300_000, increment_ms: 0 } };

test('a running game is watched from the header on, and moves', async ({ person }) => {
  const [white, black, carol] = [await person(), await person(), await person()];
  await carol.goto('/');
  await carol.getByRole('link', { name: 'Watch', exact: true }).click();
  await expect(carol.getByText('No games with a clock right now.')).toBeVisible();
  await carol.getByRole('main').getByRole('link', { name: 'New game' }).click();
  await expect(carol.getByRole('heading', { level: 1, name: 'A quiet place to play chess.' })).toBeVisible();
  await carol.goBack();
  await carol.getByRole('main').getByRole('link', { name: 'Play the computer' }).click();
  await expect(carol.getByRole('dialog', { name: 'Play the computer' })).toBeVisible();
  await carol.keyboard.press('Escape');
  await carol.getByRole('link', { name: 'Watch', exact: true }).click();
  const boards = await sitDown(white, black, CLOCKS);
  const card = carol.getByRole('main').getByRole('link', { name: /^Guest .+ – Guest .+$/ });
  await expect(carol.getByRole('heading', { name: 'Blitz' })).toBeVisible();
  await expect(card).toBeVisible();
  const squares = carol.getByRole('main').getByRole('listitem').locator('square');
  await expect(squares).toHaveCount(0);
  await play(boards, ['e2e4']);
  // The two squares of the last move.
  await expect(squares).toHaveCount(2);
  await card.click();
  await new Board(carol).shows('e4', 'white pawn');
  await carol.goBack();
  await expect(card).toBeVisible();
  await play([boards[1], boards[0]], ['e7e5']);
  await white.getByRole('button', { name: 'Resign', exact: true }).click();
  await white.getByRole('button', { name: 'Yes, resign' }).click();
  await expect(carol.getByText('No games with a clock right now.')).toBeVisible();
});

test('a player has a page that shows the game being played', async ({ person, provokes }) => {
  provokes(answered(404));
  const [white, black, carol] = [await person(), await person(), await person()];
  const name = await enrol(white);
  await carol.goto(`/@/${name}/tv`);
  await expect(carol.getByRole('heading', { name: `${name} is not playing right now.` })).toBeVisible();
  await sitDown(white, black, CLOCKS);
  await new Board(carol).shows('e2', 'white pawn');
  await carol.goto('/@/nobody-here/tv');
  await expect(carol.getByRole('heading', { name: 'No such player' })).toBeVisible();
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing on the page of running games, ${colorScheme}`, async ({ person }) => {
    const [white, black] = [await person(), await person()];
    const carol = await person({ colorScheme, bypassCSP: true });
    await sitDown(white, black, CLOCKS);
    await carol.goto('/watch');
    await expect(carol.getByRole('heading', { name: 'Blitz' })).toBeVisible();
    expect(await findings(carol)).toEqual([]);
  });
}
