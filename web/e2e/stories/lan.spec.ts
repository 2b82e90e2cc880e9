// SPDX-License-Identifier: AGPL-3.0-or-later
import { Board, play } from '../support/game';
import { scan } from '../support/qr';
import { LOST_CONNECTION } from '../support/quiet';
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

test('two people at one board over plain http play on when the server is gone', async ({ person, server, provokes }) => {
  provokes(LOST_CONNECTION);
  const page = await person({ baseURL: server.lanOrigin });
  await page.goto('/board');
  expect(await page.evaluate(() => window.isSecureContext)).toBe(false);
  await page.getByLabel('White’s name').fill('Anna');
  await page.getByLabel('Black’s name').fill('Bert');
  await page.getByRole('radio', { name: '10+0' }).check();
  await page.getByRole('button', { name: 'Start game' }).click();
  await expect(page.getByText('Anna to move.')).toBeVisible();
  const board = new Board(page);
  const move = async (from: string, to: string, piece: string, next: string | RegExp) => {
    await board.click(from);
    await board.click(to);
    await board.shows(to, piece);
    await expect(page.getByText(next)).toBeVisible();
  };
  await move('f2', 'f3', 'white pawn', 'Bert to move.');
  await server.kill();
  await move('e7', 'e5', 'black pawn', 'No server in reach. Play on');
  await move('g2', 'g4', 'white pawn', 'No server in reach. Play on');
  await page.getByRole('button', { name: 'Bert resigns' }).click();
  await expect(page.getByText('The game is kept in this browser')).toBeVisible();
  await server.restart();
  await page.getByRole('link', { name: 'Open game' }).click();
  await expect(page.getByRole('heading', { name: /Anna – Bert/ })).toBeAttached();
  await board.shows('g4', 'white pawn');
  await expect(page.getByText('Bert resigned. Anna won.')).toBeVisible();
});

test('whoever shares the site gives others its address, on the screen and on a poster', async ({ person, server }) => {
  const page = await person({ baseURL: server.lanOrigin });
  const sent: string[] = [];
  await page.goto('/');
  await page.getByRole('button', { name: 'Share this site' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share this site' });
  await expect(dialog.getByText(server.lanOrigin, { exact: true })).toBeVisible();
  await expect(dialog.getByRole('img', { name: 'QR code of the address' })).toBeVisible();
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
  await dialog.getByLabel('Wi-Fi name').fill('Chess club');
  await dialog.getByLabel('Wi-Fi password').fill('knights-move');
  const poster = page.getByRole('region', { name: 'Poster', includeHidden: true }).and(page.locator('.poster'));
  await expect(poster).toBeHidden();

  await page.emulateMedia({ media: 'print' });
  await expect(poster).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('main')).toBeHidden();
  await expect(poster.getByText('knights-move')).toBeVisible();
  const widths = await poster.evaluate((paper) => [paper.scrollWidth, paper.clientWidth]);
  expect(widths[0], 'nothing runs over the edge').toBeLessThanOrEqual(widths[1] ?? 0);
  const paper = await page.pdf({ preferCSSPageSize: true });
  expect(paper.toString('latin1').match(/\/Type \/Page\b/g), 'one page, and none behind it').toHaveLength(1);
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  expect(stored + sent.join(), 'the password stays in the window').not.toContain('knights-move');

  // On the server's own computer its address is nobody else's.
  const host = await person();
  await host.goto('/');
  await host.getByRole('button', { name: 'Share this site' }).click();
  await expect(host.getByRole('dialog').getByText('tabiya serve --lan')).toBeVisible();
  await expect(host.getByRole('button', { name: 'Print poster' })).toHaveCount(0);
});

test('a phone that scans the code on the screen is on the site, and plays whoever showed it', async ({ person, server }) => {
  const host = await person({ baseURL: server.lanOrigin });
  await host.goto('/');
  await host.getByRole('button', { name: 'Share this site' }).click();
  const code = host.getByRole('img', { name: 'QR code of the address' });
  await expect(code.and(host.locator(':visible'))).toBeVisible();
  const address = await scan(code.and(host.locator(':visible')));
  expect(address).toBe(server.lanOrigin);

  const phone = await person({ viewport: { width: 390, height: 844 }, hasTouch: true });
  await phone.goto(address);
  await phone.getByRole('button', { name: 'Play a friend' }).click();
  await phone.getByRole('button', { name: 'Create game' }).click();
  await host.goto(await phone.getByRole('textbox', { name: 'Game link' }).inputValue());
  await host.getByRole('button', { name: 'Join game' }).click();
  const games = await phone.evaluate(async () => (await fetch('/api/games')).json() as Promise<{ you: string }[]>);
  const [white, black] = games[0]?.you === 'white' ? [phone, host] : [host, phone];
  const boards: [Board, Board] = [new Board(white), new Board(black)];
  for (const board of boards) await board.isReady();
  await play(boards, ['e2e4', 'e7e5']);
});
