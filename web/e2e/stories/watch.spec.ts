// SPDX-License-Identifier: AGPL-3.0-or-later
// Watching: running games as small boards that move, and the running game of one player.
import { findings } from '../support/axe';
import { Board } from '../support/game';
import { pair } from '../support/opponent';
import { overflow, someName, test as shared } from '../support/people';
import { answered } from '../support/quiet';
import { expect, test } from '../support/test';
import { resize } from '../support/visit';

const CLOCKS = { time: { initial_ms: 300_000, increment_ms: 0 } };

test('a running game is watched from the header on, and moves', async ({ person, opponent }) => {
  const [white, black, carol] = [await opponent(), await opponent(), await person({ bypassCSP: true })];
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
  await pair(white, black, CLOCKS);
  const card = carol.getByRole('main').getByRole('link', { name: /^Guest .+ – Guest .+$/ });
  await expect(carol.getByRole('heading', { name: 'Blitz' })).toBeVisible();
  await expect(card).toBeVisible();
  expect(await findings(carol)).toEqual([]);
  const squares = carol.getByRole('main').locator('.board-area square');
  await expect(squares).toHaveCount(0);
  await white.play('e2e4');
  // The two squares of the last move.
  await expect(squares).toHaveCount(2);
  await card.click();
  await new Board(carol).shows('e4', 'white pawn');
  await carol.goBack();
  await expect(card).toBeVisible();
  await black.play('e7e5');
  await white.act({ type: 'resign' });
  await expect(carol.getByText('No games with a clock right now.')).toBeVisible();
});

shared('a player has a page that shows the game being played', async ({ person, opponent, provokes }) => {
  provokes(answered(404));
  const name = someName();
  const [white, black, carol] = [await opponent(name), await opponent(), await person()];
  await carol.goto(`/@/${name}/tv`);
  await expect(carol.getByRole('heading', { name: `${name} is not playing right now.` })).toBeVisible();
  // The board of the game to come stands where the game will have it.
  const place = await carol.locator('.board-area').boundingBox();
  await pair(white, black, CLOCKS);
  await new Board(carol).shows('e2', 'white pawn');
  await expect.poll(() => carol.locator('.board-area').boundingBox()).toEqual(place);
  await carol.goto('/@/nobody-here/tv');
  await expect(carol.getByRole('heading', { name: 'No such player' })).toBeVisible();
});

test('the best game stands on the board of a game, and the others beside it', async ({ person, opponent }) => {
  const carol = await person({ viewport: { width: 1440, height: 900 } });
  const white = await opponent();
  await pair(white, await opponent(), CLOCKS);
  await carol.goto('/watch');
  const large = carol.locator('.board-area');
  await expect(large).toBeVisible();
  const [place, name] = [await large.boundingBox(), await large.getByRole('link').getAttribute('aria-label')];
  await pair(await opponent(), await opponent(), { time: { initial_ms: 60_000, increment_ms: 0 } });
  await expect(carol.getByRole('listitem').getByRole('link')).toHaveCount(1);
  // Another game is better now, or comes first: what is watched stays.
  expect(await large.getByRole('link').getAttribute('aria-label')).toBe(name);
  await white.play('e2e4');
  await large.getByRole('link').click();
  await new Board(carol).shows('e4', 'white pawn');
  await expect.poll(() => carol.locator('.board-area').boundingBox(), 'the board is where it was').toEqual(place);
  await carol.goto('/watch');
  for (const [width, height] of [[1440, 900], [1366, 768], [820, 1180], [390, 844], [320, 568]] as const) {
    await resize(carol, width, height);
    await expect(large).toBeInViewport({ ratio: width < 400 ? 0.5 : 1 });
    await expect.poll(() => overflow(carol), `${width} px`).toBeLessThanOrEqual(0);
    const ends = () => carol.locator('.watching > :is(.far-area, .near-area) .clock').evaluateAll((clocks) => clocks.map((clock) => clock.getBoundingClientRect().right));
    await expect.poll(async () => new Set(await ends()).size, `both clocks end at one edge, ${width} px`).toBe(1);
  }
});
