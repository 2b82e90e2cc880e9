// SPDX-License-Identifier: AGPL-3.0-or-later
import type { Page } from '@playwright/test';
import { findings } from '../support/axe';
import { Board, play } from '../support/game';
import { meet } from '../support/opponent';
import { enrol, expect, FLOWS, overflow, PASSWORD, register, someName, test } from '../support/people';
import { answered } from '../support/quiet';

/** Two accounts play a rated game, made in the dialog; Black mates in two moves. */
async function playRated(white: Page, black: Page): Promise<void> {
  await white.goto('/');
  await white.getByRole('button', { name: 'Play a friend' }).click();
  await white.getByRole('radio', { name: '5+3' }).check();
  await white.getByRole('radio', { name: 'White' }).check();
  await white.getByRole('switch', { name: 'Rated' }).check();
  await white.getByRole('button', { name: 'Create game' }).click();
  await expect(white.getByRole('textbox', { name: 'Game link' })).toBeVisible();
  await black.goto(white.url());
  await expect(black.getByText('The game is rated.')).toBeVisible();
  await black.getByRole('button', { name: 'Join game' }).click();
  const boards: [Board, Board] = [new Board(white), new Board(black)];
  for (const board of boards) await board.isReady();
  await play(boards, ['f2f3', 'e7e5', 'g2g4']);
  await boards[1].drag('d8', 'h4');
}

for (const [device, options] of FLOWS) {
  test(`a rated game changes ratings, and profiles show it, ${device}`, async ({ person, provokes }) => {
    provokes(answered(401));
    const [white, black] = [await person({ ...options, bypassCSP: true }), await person()];
    const [loser, winner] = [await register(white), await register(black, someName('Boris'))];
    await playRated(white, black);
    await expect(white.getByText(/^You lost by checkmate\. Your rating: \d+\? \(−\d+\)\.$/)).toBeVisible();
    await expect(black.getByText(/^You won by checkmate\. Your rating: \d+\? \(\+\d+\)\.$/)).toBeVisible();

    await white.goto(`/@/${winner}`);
    await expect(white.getByRole('heading', { level: 1, name: winner })).toBeVisible();
    await expect(white.getByRole('button', { name: /^Blitz: 1[5-9]\d\d, 1 game$/ })).toBeVisible();
    await expect(white.getByText(`You and ${winner}`)).toBeVisible();
    await expect(white.getByText('Barnes Opening1 won, 0 drawn, 0 lost')).toBeVisible();
    const row = white.getByRole('main').getByRole('link', { name: new RegExp(`Won.*${loser}`) });
    await expect(row.first()).toBeVisible();
    expect(await overflow(white)).toBeLessThanOrEqual(0);

    await white.goto('/');
    await white.getByRole('link', { name: 'All games' }).click();
    await expect(white).toHaveURL(new RegExp(`/@/${loser}/games$`));
    await expect(white.getByRole('link', { name: new RegExp(`Lost.*${winner}`) })).toBeVisible();
    await white.getByLabel('Result').selectOption('won');
    await expect(white.getByText('No games match these filters.')).toBeVisible();
    await expect(white).toHaveURL(/\?result=won$/);
    await white.goto(`/@/${loser}/games?result=lost&variant=standard`);
    await expect(white.getByRole('link', { name: new RegExp(`Lost.*${winner}`) })).toBeVisible();
    expect(await findings(white), 'games that are filtered').toEqual([]);
    await white.getByRole('button', { name: 'Clear all' }).click();
    const download = white.waitForEvent('download');
    await white.getByRole('link', { name: 'Download PGN' }).click();
    expect((await download).suggestedFilename()).toMatch(/\.pgn$/);
    await white.getByRole('link', { name: new RegExp(`Lost.*${winner}`) }).click();
    await new Board(white).shows('h4', 'black queen');

    await white.goto('/players/blitz');
    await expect(white.getByRole('main').getByText(new RegExp(winner)).first()).toBeVisible();
    expect(await findings(white), 'a leaderboard').toEqual([]);
    await white.goto('/players');
    await expect(white.getByRole('main').getByText(new RegExp(winner)).first()).toBeVisible();
    await white.getByLabel('Search by name').fill(winner.slice(0, 8));
    await white.getByRole('list', { name: 'Found' }).getByRole('link', { name: winner }).click();
    await expect(white).toHaveURL(new RegExp(`/@/${winner}$`));
    // What the page asks about an account that is closed meanwhile would not be found.
    await expect(white.getByText(`You and ${winner}`)).toBeVisible();

    const origin = new URL(white.url()).origin;
    const closed = await white.request.post(`${origin}/api/page/close`, { headers: { origin }, data: { password: PASSWORD } });
    expect(closed.status()).toBe(204);
    await black.goto(`/@/${winner}`);
    await black.getByRole('main').getByRole('link', { name: /Won.*Closed account/ }).first().click();
    await expect(black.getByRole('region', { name: 'White' })).toContainText('Closed account');
    // Nobody is there who could play again.
    await expect(black.getByRole('link', { name: 'New opponent' })).toBeVisible();
    await expect(black.getByRole('button', { name: 'Rematch' })).toHaveCount(0);
    const asked: string[] = [];
    black.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await black.goto(`/@/${loser}`);
    await expect(black.getByText('This account is closed.')).toBeVisible();
    await black.waitForLoadState('networkidle');
    expect(asked).not.toContain(`/api/page/players/${loser}/games`);
  });
}

test('a player is followed, blocked and noted, and only the reader sees it', async ({ person }) => {
  const [reader, other] = [await person(), await person()];
  const [, name] = [await register(reader), await register(other)];
  await reader.goto(`/@/${name}`);
  await reader.getByRole('button', { name: 'Follow' }).click();
  await expect(reader.getByRole('button', { name: 'Unfollow' })).toBeVisible();
  await reader.getByRole('textbox', { name: 'Your note' }).fill('Opens with the Bird.');
  await reader.getByRole('textbox', { name: 'Your note' }).blur();
  await expect(reader.getByText('Saved')).toBeVisible();
  await reader.reload();
  await expect(reader.getByRole('button', { name: 'Unfollow' })).toBeVisible();
  await expect(reader.getByRole('textbox', { name: 'Your note' })).toHaveValue('Opens with the Bird.');
  await other.goto(`/@/${name}`);
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(other.getByText('Opens with the Bird.')).toBeHidden();
});

test('who is here and who plays is seen where one looks for somebody to play with', async ({ person, opponent }) => {
  const [one, other] = [await person(), await person()];
  const [anna, boris] = [await register(one), await enrol(other, someName('Boris'))];
  await one.goto('/');
  await one.getByRole('button', { name: 'Find an opponent', exact: true }).click();
  await expect(one.getByRole('list', { name: 'People you follow' })).toHaveCount(0);
  await one.goto(`/@/${boris}`);
  await one.getByRole('button', { name: 'Follow' }).click();
  await expect(one.getByRole('button', { name: 'Unfollow' })).toBeVisible();
  // In the lobby, with one press to challenge.
  await one.goto('/');
  await one.getByRole('button', { name: 'Find an opponent', exact: true }).click();
  const followed = one.getByRole('list', { name: 'People you follow' });
  await expect(followed.getByRole('listitem').filter({ hasText: boris })).toContainText('online');
  await followed.getByRole('button', { name: `Challenge ${boris}` }).click();
  await one.getByRole('button', { name: 'Send challenge' }).click();
  await expect(one.getByRole('dialog')).toBeHidden();
  // In a challenge, on both sides.
  await expect(one.getByRole('article', { name: `Challenge to ${boris}` }).getByText('online', { exact: true })).toBeAttached();
  await expect(other.getByRole('article', { name: `Challenge from ${anna}` }).getByText('online', { exact: true })).toBeAttached();
  await one.getByRole('article', { name: `Challenge to ${boris}` }).getByRole('button', { name: 'Cancel' }).click();
  // By name, as a button that fills the name.
  await one.goto('/');
  await one.getByRole('button', { name: 'Play a friend' }).click();
  await one.getByRole('radio', { name: 'By name' }).check();
  await one.getByRole('group', { name: 'People you follow' }).getByRole('button', { name: boris }).click();
  await expect(one.getByRole('combobox', { name: 'Name' })).toHaveValue(boris);
  await one.keyboard.press('Escape');
  // Who plays is watched instead.
  await meet(other, await opponent(), { time: { initial_ms: 300_000, increment_ms: 0 } });
  await one.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Players' }).click();
  await expect(one.getByRole('list', { name: 'People you follow' })).toContainText('playing now');
  await expect(one.getByRole('list', { name: 'Online now' })).toContainText(boris);
  await expect(one.getByRole('heading', { name: 'Leaderboards' })).toBeVisible();
  await expect(one.getByLabel('Search by name')).toBeVisible();
  await one.getByRole('list', { name: 'People you follow' }).getByRole('link', { name: `Watch ${boris}’s game` }).click();
  await expect(one).toHaveURL(other.url());
  // Whoever writes programs finds the API from every page, and the way back.
  await one.goto('/players');
  await one.getByRole('contentinfo').getByRole('link', { name: 'API' }).click();
  await expect(one).toHaveURL(/\/api$/);
  await expect(one.getByRole('heading', { level: 1 })).toBeVisible();
  await one.getByRole('link', { name: 'Tabiya', exact: true }).click();
  await expect(one.getByRole('button', { name: 'Play a friend' })).toBeVisible();
});

test('a bio stands on the profile as text, whatever it says', async ({ person }) => {
  const page = await person();
  const name = await register(page);
  await page.goto('/settings');
  const bio = page.getByRole('textbox', { name: 'About you' });
  await expect(bio).toBeEnabled();
  await bio.fill('<b>bold</b> & "quoted"');
  await bio.blur();
  await expect(page.getByText('Saved')).toBeVisible();
  await page.goto(`/@/${name}`);
  await expect(page.getByText('<b>bold</b> & "quoted"')).toBeVisible();
});

test('nobody has a name that was never registered', async ({ person, provokes }) => {
  provokes(answered(404));
  const page = await person();
  let asked = 0;
  page.on('request', (request) => (asked += Number(request.url().includes('/api/page/players/'))));
  await page.goto('/@/Nobody_has_this');
  await expect(page.getByRole('heading', { name: 'No such player' })).toBeVisible();
  // What is not there is asked for once.
  await page.waitForLoadState('networkidle');
  expect(asked).toBeLessThanOrEqual(2);
});

test('a name from the right is set apart', async ({ person }) => {
  const page = await person();
  const name = await register(page, `مريم${Math.floor(Math.random() * 1e9)}`);
  await page.goto(`/@/${encodeURIComponent(name)}`);
  await expect(page.getByRole('heading', { level: 1 }).locator('bdi')).toHaveText(name);
  await expect(page.getByRole('banner').locator('bdi')).toHaveText(name);
});
