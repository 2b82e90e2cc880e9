// SPDX-License-Identifier: AGPL-3.0-or-later
// A game's document brings its board, which is seen before the page's own files have come.
import type { Locator, Page } from '@playwright/test';
import { Board, create, play, sitDown } from '../support/game';
import { expect, test } from '../support/people';
import { letThrough, resize } from '../support/visit';

/** Opens a game while its scripts are held back; what is returned lets them come. */
async function openWithoutScripts(page: Page, path: string): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((done) => (release = done));
  await page.route('**/assets/*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'commit' });
  return release;
}

const first = (page: Page): Locator => page.locator('.first-board');

/** Waits until the document's board is there whole, and looks as its style sheets say. */
async function isDrawn(page: Page): Promise<void> {
  await expect(first(page)).toBeVisible();
  await expect(first(page).locator(':scope > *')).toHaveCount(64);
  const missing = () => page.locator('link[rel=stylesheet]').evaluateAll((all) => all.filter((link) => (link as HTMLLinkElement).sheet === null).length);
  await expect.poll(missing).toBe(0);
}

/** The pieces of the document's board, row by row from the top. */
const pieces = (page: Page): Promise<string[]> => first(page).locator('piece').evaluateAll((all) => all.map((one) => one.className));

/** Which piece stands where in the window, and how large: `black rook 0 52 49`. */
const places = async (board: Locator): Promise<string[]> => {
  const found = await board.locator('piece').evaluateAll((all) =>
    all.map((one) => {
      const { x, y, width } = one.getBoundingClientRect();
      const [color, role] = ['white', 'black'].includes(one.classList[0] ?? '') ? one.classList : [...one.classList].reverse();
      return [color, role, ...[x, y, width].map(Math.round)].join(' ');
    }),
  );
  return found.sort();
};

test('it stands where the page draws its own, in a window of any size', async ({ person }) => {
  const page = await person();
  const id = await create(page, { opponent: { kind: 'computer', level: 1 } });
  for (const [width, height] of [[1440, 900], [1280, 800], [820, 1180], [390, 844], [844, 390], [320, 640]] as const) {
    await resize(page, width, height);
    const release = await openWithoutScripts(page, `/game/${id}`);
    await isDrawn(page);
    const before = await first(page).boundingBox();
    const placed = await places(first(page));
    expect(placed).toHaveLength(32);
    release();
    await new Board(page).isReady();
    await expect(first(page)).toHaveCount(0);
    await expect.poll(() => page.locator('cg-board').boundingBox(), `${width} by ${height}`).toEqual(before);
    await expect.poll(() => places(page.locator('cg-board')), `${width} by ${height}`).toEqual(placed);
    await letThrough(page);
  }
});

test('it shows the position from the side of whoever opens the game', async ({ person }) => {
  const [white, black] = [await person(), await person()];
  const boards = await sitDown(white, black);
  await play(boards, ['e2e4']);
  const release = await openWithoutScripts(black, black.url());
  await isDrawn(black);
  const seen = await pieces(black);
  expect(seen[0]).toBe('white rook');
  expect(seen.at(-1)).toBe('black rook');
  release();
  await boards[1].shows('e4', 'white pawn');
});

test('it looks as the person has chosen, and is left out where it could not', async ({ person }) => {
  const page = await person();
  await page.addInitScript(() => localStorage.setItem('tabiya.settings', '{"theme":"dark","board":"wood"}'));
  const id = await create(page, { opponent: { kind: 'computer', level: 1 } });
  const ground = () => page.locator('.checkered').first().evaluate((board) => getComputedStyle(board).backgroundImage);
  await page.goto(`/game/${id}`);
  await new Board(page).isReady();
  const own = await ground();
  const release = await openWithoutScripts(page, `/game/${id}`);
  await isDrawn(page);
  expect(await ground()).toBe(own);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('dark');
  release();
  await new Board(page).isReady();
  await letThrough(page);

  await page.addInitScript(() => localStorage.setItem('tabiya.settings', '{"blindfold":"on"}'));
  await page.reload();
  await new Board(page).isReady();
  expect(await (await page.request.get(`/game/${id}`)).text()).not.toContain('first-board');
});

test('another game that is opened from there shows its own board, and a game that is not there none', async ({ person }) => {
  const player = await person();
  const id = await create(player, { opponent: { kind: 'computer', level: 1 }, fen: '4k3/8/8/8/8/8/8/R3K3 w - - 0 1' });
  const other = await create(player, { opponent: { kind: 'computer', level: 1 } });
  await player.goto(`/game/${id}`);
  await new Board(player).shows('a1', 'white rook');
  await player.evaluate((path) => {
    history.pushState(null, '', path);
    dispatchEvent(new PopStateEvent('popstate'));
  }, `/game/${other}`);
  await new Board(player).shows('d1', 'white queen');
  await expect(first(player)).toHaveCount(0);
  const missing = await player.request.get('/game/00000000');
  expect(missing.status()).toBe(404);
  expect(await missing.text()).not.toContain('first-board');
});
