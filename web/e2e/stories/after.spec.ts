// SPDX-License-Identifier: AGPL-3.0-or-later
// What follows a game: the result in words, the times, and the ways to take the game along.
import { readFile } from 'node:fs/promises';
import { findings } from '../support/axe';
import { play, sitDown } from '../support/game';
import { expect, register, test } from '../support/people';
import { resize } from '../support/visit';

const MATE = ['f2f3', 'e7e5', 'g2g4', 'd8h4'];
/** A name as long as may be, of the widest letters, that nobody else has. */
const wide = (): string => Array.from({ length: 20 }, () => 'WM'[Math.floor(Math.random() * 2)]).join('');
const CLOCKS = { time: { initial_ms: 300_000, increment_ms: 2000 } };

test('both players are told how it ended', async ({ person }) => {
  const settings = { bypassCSP: true };
  const [white, black] = [await person(settings), await person(settings)];
  await play(await sitDown(white, black, CLOCKS), MATE);
  // Once, where the eye is.
  await expect(white.getByText(/You lost by checkmate/)).toHaveCount(1);
  await expect(black.getByRole('status').filter({ hasText: 'You won by checkmate.' })).toBeVisible();
  await expect(white.getByText(/You play White/)).toHaveCount(0);
  await expect(white.locator('.actions .button')).toHaveText(['Rematch', 'Analyse', 'New opponent', 'Share']);
  await expect(white.getByRole('img', { name: /^Guest \w+: .+ in total, longest .+\. Guest \w+: / })).toBeVisible();
  await expect(white.getByText(/You lost by checkmate/), 'nor in what comes later').toHaveCount(1);
  expect(await findings(white)).toEqual([]);
  await white.getByRole('button', { name: 'Share' }).click();
  await expect(white.getByRole('button', { name: 'Copy link' })).toBeVisible();
  expect(await findings(white)).toEqual([]);
});

test('long names are read in full beside their result, leave it whole, and only a win is ticked', async ({ person }) => {
  const [white, black] = [await person({ viewport: { width: 1440, height: 900 } }), await person()];
  for (const page of [white, black]) await register(page, wide());
  await play(await sitDown(white, black, { ...CLOCKS, rated: true }), MATE);
  const names = white.locator('.after dt');
  await expect(names).toHaveCount(2);
  await expect(white.locator('.after dd').first()).toHaveText(/^\d+\?? → \d+\?? \([+−]\d+\)$/);
  for (const name of await names.all()) {
    expect(await name.evaluate((one) => one.scrollWidth - one.clientWidth), 'nothing is cut off').toBeLessThanOrEqual(0);
  }

  // Only from the second game on there is a score of both.
  await play(await sitDown(white, black), MATE);
  const card = white.locator('.after');
  await expect(card.getByText('Score of your games')).toBeVisible();
  await expect(white.getByRole('textbox', { name: 'Message' })).toBeInViewport({ ratio: 0.99 });
  const cut = () =>
    card.evaluate((card) => [...card.querySelectorAll('h2, p, dd')].filter((part) => part.getBoundingClientRect().right > card.getBoundingClientRect().right - 16).map((part) => part.textContent));
  expect(await cut()).toEqual([]);
  await expect(white.locator('.line .sign'), 'a loss keeps no place for a sign').toHaveCSS('display', 'none');
  await expect(black.getByRole('status').filter({ hasText: 'You won by checkmate.' })).toBeVisible();
  await expect(black.locator('.line .sign svg')).toHaveCount(1);
  // Nothing is cut off at the column's lower edge.
  await expect(async () => {
    const [column, footer] = [await white.locator('.facts-area').boundingBox(), await white.locator('.foot-area footer').boundingBox()];
    expect(footer?.y ?? 0).toBeGreaterThanOrEqual((column?.y ?? 999) + (column?.height ?? 0));
  }).toPass();
  // What does not fit into the column of a lower window is scrolled to, also by wheel and finger.
  await resize(white, 1366, 768);
  await expect(white.locator('.facts-area')).toHaveCSS('overflow-y', 'auto');
});

test('the score, the times and the chat stand beside the board', async ({ person }) => {
  const [white, black] = [await person({ viewport: { width: 1440, height: 900 } }), await person()];
  for (const page of [white, black]) await register(page);
  // Only from the second game on there is a score of both.
  for (const _ of [1, 2]) await play(await sitDown(white, black, { ...CLOCKS, rated: true }), MATE);
  for (const [width, height] of [[1440, 900], [1366, 768]] as const) {
    await resize(white, width, height);
    await expect(white.locator('.after').getByText('Score of your games'), `${width}×${height}`).toBeInViewport({ ratio: 1 });
    await expect(white.getByRole('img', { name: /: .+ in total, longest / }), `${width}×${height}`).toBeInViewport({ ratio: 1 });
    await expect(white.getByRole('textbox', { name: 'Message' }), `${width}×${height}`).toBeInViewport({ ratio: 0.99 });
    await expect.poll(() => white.evaluate(() => document.documentElement.scrollHeight - innerHeight), 'and nothing below').toBeLessThanOrEqual(0);
  }
});

test('the animation of a game has the person’s own board and pieces; where nobody looks for one, a new opponent is chosen on the first page', async ({ person }) => {
  const [white, black] = [await person(), await person()];
  await play(await sitDown(white, black), MATE);
  await white.getByRole('button', { name: 'Share' }).click();
  /** The first picture of the animation: its size, and the colour of an empty square, and those down the middle of White's king. */
  const first = async () => {
    const download = white.waitForEvent('download');
    await white.getByRole('link', { name: 'Animation' }).click();
    const file = await readFile(await (await download).path());
    expect(file.subarray(0, 6).toString()).toBe('GIF89a');
    // A frame for the start and one for each half-move.
    expect(file.toString('latin1').split('\x21\xf9\x04').length - 1).toBe(MATE.length + 1);
    return white.evaluate(async (bytes) => {
      const picture = await createImageBitmap(new Blob([Uint8Array.from(bytes)], { type: 'image/gif' }));
      const context = new OffscreenCanvas(picture.width, picture.height).getContext('2d');
      context?.drawImage(picture, 0, 0);
      const colour = (x: number, y: number) => [...(context?.getImageData(x, y, 1, 1).data ?? [])].join();
      const side = picture.width / 8;
      const bar = (picture.height - picture.width) / 2;
      const king = Array.from({ length: side }, (_, y) => colour(4.5 * side, bar + 7 * side + y)).join(' ');
      return { size: [picture.width, picture.height], empty: colour(4.5 * side, bar + 3.5 * side), king };
    }, [...file]);
  };
  const usual = await first();
  expect(usual.size).toEqual([384, 444]);
  await white.evaluate(() => (document.documentElement.dataset.board = 'rose'));
  const rose = await first();
  expect(rose.empty).not.toBe(usual.empty);
  // Another set of pieces is fetched when it is chosen.
  await white.goto('/settings');
  await white.getByRole('radio', { name: 'Letters', exact: true }).check({ force: true });
  await white.goBack();
  await white.getByRole('button', { name: 'Share' }).click();
  await expect.poll(async () => (await first()).king).not.toBe(usual.king);

  await black.getByRole('link', { name: 'New opponent' }).click();
  await expect(black).toHaveURL(/\/$/);
  await expect(black.getByRole('button', { name: 'Find an opponent' })).toHaveAttribute('aria-expanded', 'false');
});

test('an opponent is reported from the menu while the game runs, and beside it afterwards', async ({ person }) => {
  const [white, black] = [await person(), await person()];
  const [, name] = [await register(white), await register(black)];
  await play(await sitDown(white, black), MATE.slice(0, 2));
  await white.getByRole('button', { name: 'More', exact: true }).click();
  await white.getByRole('menuitem', { name: `Report ${name}` }).click();
  const dialog = white.getByRole('dialog', { name: `Report ${name}` });
  await expect(dialog).toBeVisible();
  await white.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(white.getByRole('button', { name: `Report ${name}` })).toHaveCount(0);
  await black.getByRole('button', { name: 'Resign', exact: true }).click();
  await black.getByRole('button', { name: 'Yes, resign' }).click();
  await expect(white.getByRole('button', { name: `Report ${name}` })).toBeVisible();
});

test('a game that was called off says so once', async ({ person }) => {
  const [white, black] = [await person({ viewport: { width: 1440, height: 900 } }), await person()];
  await sitDown(white, black);
  await white.getByRole('button', { name: 'Abort game' }).first().click();
  await white.getByRole('button', { name: 'Yes, abort' }).click();
  await expect(white.getByText(/aborted/)).toHaveCount(1);
  await expect(white.locator('.line .sign svg')).toHaveCount(0);
});

test('a new opponent is one press away: the same search begins again', async ({ person }) => {
  const [white, black] = [await person(), await person()];
  await play(await sitDown(white, black, { time: { initial_ms: 180_000, increment_ms: 2000 } }), MATE);
  await black.getByRole('link', { name: 'New opponent' }).click();
  await expect(black).toHaveURL(/\/$/);
  await expect(black.getByRole('status').filter({ hasText: 'Looking for an opponent: 3+2, casual' })).toBeVisible();
  await expect(black.getByRole('button', { name: '3+2', exact: true })).toHaveAttribute('aria-pressed', 'true');
  await white.getByRole('link', { name: 'New opponent' }).click();
  // Both look for the same, so they meet again: White, too, has left the game that was.
  await expect(black).toHaveURL(/\/game\//);
  await expect(white).toHaveURL(black.url());
});

test('a game is shared as link, position, moves, picture and animation', async ({ person }) => {
  const [white, black] = [await person({ permissions: ['clipboard-read', 'clipboard-write'] }), await person()];
  await play(await sitDown(white, black, CLOCKS), MATE);
  await white.getByRole('button', { name: 'Share' }).click();
  const dialog = white.getByRole('dialog', { name: 'Share' });
  await expect(dialog.getByRole('img', { name: 'QR code of the link' })).toBeVisible();
  const copies = async (button: string, text: RegExp) => {
    await dialog.getByRole('button', { name: button }).click();
    await expect.poll(() => white.evaluate(() => navigator.clipboard.readText())).toMatch(text);
  };
  await copies('Copy link', new RegExp(`^${white.url()}$`));
  await copies('Copy FEN', /^rnb1kbnr\/pppp1ppp\/8\/4p3\/6Pq\/5P2\/PPPPP2P\/RNBQKBNR /);
  await copies('Copy PGN', /2\. g4 \{ ?\[%clk /);
  for (const [link, kind, file] of [
    ['Picture', 'image/png', /-4\.png$/],
    ['Animation', 'image/gif', /\.gif$/],
    ['Download PGN', 'application/x-chess-pgn', /\.pgn$/],
  ] as const) {
    const found = dialog.getByRole('link', { name: link });
    await expect(found).toHaveAttribute('download', file);
    // The picture is drawn by the page, with the person's own pieces.
    if (link === 'Picture') {
      await expect(found).toHaveAttribute('href', /^data:image\/png;base64,/);
      continue;
    }
    const answer = await white.request.get((await found.getAttribute('href')) ?? '');
    expect(answer.headers()['content-type']).toContain(kind);
  }
});

test('where the browser has no clipboard for pages, copying uses the old way', async ({ server, person }) => {
  const [white, black] = [await person({ baseURL: server.lanOrigin }), await person({ baseURL: server.lanOrigin })];
  // The word goes after two seconds, in which a busy machine may not look.
  await white.addInitScript(() => {
    const later = window.setTimeout;
    window.setTimeout = ((run: TimerHandler, ms?: number) => (ms === 2000 ? 0 : later(run, ms))) as typeof setTimeout;
  });
  await sitDown(white, black);
  expect(await white.evaluate(() => isSecureContext)).toBe(false);
  await white.getByRole('button', { name: 'Share' }).click();
  await white.getByRole('button', { name: 'Copy link' }).click();
  await expect(white.getByRole('status').filter({ hasText: 'Copied' }).first()).toBeAttached();
});
