// SPDX-License-Identifier: AGPL-3.0-or-later
// Two people, one screen: with and without a server in reach, saved like any game, for its player alone.
import type { Page } from '@playwright/test';
import { findings } from '../support/axe';
import { Board, create } from '../support/game';
import { expect, overflow, register, test } from '../support/people';
import { LOST_CONNECTION } from '../support/quiet';
import { resize } from '../support/visit';

async function begin(page: Page, time = 'No limit'): Promise<Board> {
  await page.goto('/board');
  return start(page, time);
}

async function start(page: Page, time: string): Promise<Board> {
  await page.getByLabel('White’s name').fill('Anna');
  await page.getByLabel('Black’s name').fill('Bert');
  await page.getByRole('radio', { name: time, exact: true }).check();
  await page.getByRole('button', { name: 'Start game' }).click();
  await expect(page.getByText('Anna to move.')).toBeVisible();
  return new Board(page);
}

/** By two clicks, wherever the squares lie: the board turns after each move. */
async function move(board: Board, from: string, to: string, piece: string): Promise<void> {
  await board.click(from);
  await board.click(to);
  await board.shows(to, piece);
}

test('a game is played at one screen and saved for its player alone', async ({ person }) => {
  const [page, stranger] = [await person(), await person()];
  await page.goto('/');
  await page.getByRole('link', { name: 'Two players, one screen' }).click();
  const board = await start(page, '10+0');
  await move(board, 'f2', 'f3', 'white pawn');
  await expect(page.getByText('Bert to move.')).toBeVisible();
  await move(board, 'e7', 'e5', 'black pawn');
  // The board refuses what the rules refuse, in words.
  await expect(page.getByText('Anna to move.')).toBeVisible();
  await board.click('e1');
  await board.click('e3');
  await expect(page.getByText(/^Move 2 was not possible/)).toBeVisible();
  await move(board, 'g2', 'g4', 'white pawn');
  await expect(page.getByText('Bert to move.')).toBeVisible();
  await move(board, 'd8', 'h4', 'black queen');
  await expect(page.getByText('Bert won by checkmate.')).toBeVisible();
  await page.getByRole('link', { name: 'Open game' }).click();
  await expect(page.getByRole('heading', { name: /Anna – Bert/ })).toBeAttached();
  await expect(page.getByText('Private')).toBeVisible();
  // Both players sat here: nobody is "you", away, asked for another game or written to.
  await expect(page.getByText('Bert won by checkmate.')).toBeVisible();
  await expect(page.getByText(/\byou\b/i)).toHaveCount(0);
  await expect(page.getByText(/^(away|here)$/)).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'New opponent' })).toHaveCount(0);
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveCount(0);
  // The dots between the facts stand inside a line: the one before a line's first fact is outside the list.
  await page.setViewportSize({ width: 1440, height: 900 });
  const facts = await page.getByRole('complementary', { name: 'Game' }).getByRole('listitem').evaluateAll((all) =>
    all.map((one) => {
      const [list, fact] = [one.parentElement?.getBoundingClientRect(), one.getBoundingClientRect()];
      return { line: Math.round(fact.top), isOutside: fact.left < (list?.left ?? 0) - 8, after: getComputedStyle(one, '::after').content };
    }),
  );
  expect(facts.length).toBeGreaterThan(1);
  for (const [index, fact] of facts.entries()) {
    expect(fact.after).toBe('none');
    expect(fact.isOutside).toBe(fact.line !== facts[index - 1]?.line);
  }
  expect((await stranger.request.get(page.url())).status(), 'nobody else has it').toBe(404);
});

test('the board turns to whoever moves, unless nobody wants it', async ({ person }) => {
  const page = await person();
  const board = await begin(page);
  const whiteIsNear = async () => (await board.centre('a1')).y > (await board.centre('a8')).y;
  expect(await whiteIsNear()).toBe(true);
  await move(board, 'e2', 'e4', 'white pawn');
  await expect.poll(whiteIsNear).toBe(false);
  await move(board, 'e7', 'e5', 'black pawn');
  await expect.poll(whiteIsNear).toBe(true);
  await page.getByRole('button', { name: 'Discard game' }).click();
  await page.getByRole('button', { name: 'Yes, discard' }).click();
  await page.getByRole('switch', { name: 'Turn the board' }).uncheck();
  await page.getByRole('button', { name: 'Start game' }).click();
  await move(board, 'e2', 'e4', 'white pawn');
  await expect(page.getByText('Black to move.')).toBeVisible();
  expect(await whiteIsNear()).toBe(true);
});

test('the side of somebody with an account has the name of the account', async ({ person }) => {
  const page = await person();
  const name = await register(page);
  await page.goto('/board');
  const [white, black] = [page.getByLabel('White’s name'), page.getByLabel('Black’s name')];
  await expect(white).toHaveValue(name);
  await expect(white).not.toBeEditable();
  await expect(black).toBeEditable();
  await page.getByRole('radio', { name: 'Black', exact: true }).check();
  await expect(black).toHaveValue(name);
  await expect(black).not.toBeEditable();
  await expect(white).toHaveValue('');
  await white.fill('Bert');
  await page.getByRole('button', { name: 'Start game' }).click();
  await expect(page.getByText('Bert', { exact: true })).toBeVisible();
});

test('a game goes on and ends while no server is in reach, and is checked when it is back', async ({ person, provokes }) => {
  provokes(LOST_CONNECTION);
  const page = await person();
  const board = await begin(page, '10+0');
  await move(board, 'e2', 'e4', 'white pawn');
  await expect(page.getByText('Bert to move.')).toBeVisible();
  await page.context().setOffline(true);
  await move(board, 'e7', 'e5', 'black pawn');
  await expect(page.getByText('No server in reach. Play on')).toBeVisible();
  await move(board, 'g1', 'f3', 'white knight');
  // Nobody is there to say that a king does not move so.
  await move(board, 'e8', 'e6', 'black king');
  await page.context().setOffline(false);
  await expect(page.getByText(/^Move 2 was not possible, so the game goes on before it\./)).toBeVisible();
  await board.shows('e8', 'black king');
  await board.shows('f3', 'white knight');
  // A page that is loaded again goes on with the same game.
  await page.reload();
  await board.shows('f3', 'white knight');
  const [kept, link] = [page.getByText('The game is kept in this browser'), page.getByRole('link', { name: 'Open game' })];
  // Somebody resigns after a move that was not possible: the game goes on from before that move all the same.
  await page.context().setOffline(true);
  await move(board, 'b8', 'c6', 'black knight');
  await expect(page.getByText('No server in reach. Play on')).toBeVisible();
  await move(board, 'e1', 'e3', 'white king');
  await page.getByRole('button', { name: 'Bert resigns' }).click();
  await expect(kept).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByText(/^Move 3 was not possible, so the game goes on before it\./)).toBeVisible();
  await expect(link).toBeHidden();
  await move(board, 'f1', 'c4', 'white bishop');
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Bert resigns' }).click();
  await expect(kept).toBeVisible();
  await page.context().setOffline(false);
  await link.click();
  await expect(page.getByRole('heading', { name: /Anna – Bert/ })).toBeAttached();
});

test('a clock with a delay waits before it runs, and the page says what works without a server', async ({ person }) => {
  const page = await person();
  await page.goto('/board');
  await expect(page.getByText(/^Once this page is open, you don’t need a server/)).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Days' })).toHaveCount(0);
  await page.getByRole('radio', { name: 'Custom' }).check();
  await page.getByRole('radio', { name: 'Delay' }).check();
  await page.getByLabel('Minutes').fill('0');
  await page.getByLabel('Seconds of delay').fill('0');
  await page.getByRole('button', { name: 'Start game' }).click();
  await expect(page.getByRole('alert')).toHaveText(/^Choose up to 180 minutes/);
  await page.getByLabel('Minutes').fill('2');
  await page.getByLabel('Seconds of delay').fill('60');
  await page.getByRole('button', { name: 'Start game' }).click();
  await expect(page.getByText('White to move.')).toBeVisible();
  const board = new Board(page);
  await move(board, 'e2', 'e4', 'white pawn');
  await expect(page.getByText('Black to move.')).toBeVisible();
  await move(board, 'e7', 'e5', 'black pawn');
  await expect(page.getByText('White to move.')).toBeVisible();
  await move(board, 'g1', 'f3', 'white knight');
  for (const side of ['White', 'Black']) await expect(page.getByRole('timer', { name: `${side}’s clock` })).toHaveText(/^2:00/);
  // The server knows the same clock: it takes the game.
  await page.getByRole('button', { name: 'Black resigns' }).click();
  await page.getByRole('link', { name: 'Open game' }).click();
  await expect(page.getByText('2 min, 60 s delay').first()).toBeVisible();
});

test('every page with a board has it in one place, and two at one screen sit at its edges', async ({ person }) => {
  const page = await person({ bypassCSP: true });
  /** Where the board of the open page begins, and how wide it is, in each window. */
  const places = async () => {
    const found = [];
    for (const [width, height] of [[1440, 900], [1280, 800], [820, 1180]] as const) {
      await resize(page, width, height);
      const box = await page.locator('.board-area').boundingBox();
      found.push([width, box?.x, box?.width]);
    }
    return found;
  };
  const game = await create(page, { opponent: { kind: 'computer', level: 1 } });
  await page.goto(`/game/${game}`);
  await new Board(page).isReady();
  const there = await places();
  await page.goto('/editor');
  await expect(page.getByText('A game can begin here.')).toBeVisible();
  await expect.poll(places).toEqual(there);
  await begin(page, '10+0');
  await expect.poll(places).toEqual(there);
  await resize(page, 1280, 800);
  expect(await findings(page)).toEqual([]);
  const box = async (what: string) => (await page.locator(what).boundingBox()) ?? { y: 0, height: 0 };
  for (const [width, height] of [[1440, 900], [820, 1180], [390, 844]] as const) {
    await resize(page, width, height);
    await expect(async () => {
      const [board, far, near] = [await box('.board-area'), await box('.far-area'), await box('.near-area')];
      expect(Math.abs(far.y + (width < 900 ? far.height : 0) - board.y), `${width} px`).toBeLessThanOrEqual(12);
      const edge = board.y + board.height;
      // Upright, the line under the board stands between, as in every game.
      expect(Math.abs(near.y + (width < 900 ? -48 : near.height) - edge), `${width} px`).toBeLessThanOrEqual(12);
    }).toPass();
    expect(await overflow(page), `${width} px`).toBeLessThanOrEqual(0);
  }
});

test('on a phone on its side the board stands beside what can be done', async ({ person }) => {
  const page = await person({ viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true });
  await begin(page, '10+0');
  const box = async (what: string) => (await page.locator(what).boundingBox()) ?? { x: 0, width: 0, height: 0 };
  for (const [width, height] of [[844, 390], [667, 375], [932, 430]] as const) {
    await resize(page, width, height);
    await expect(async () => {
      const [board, side] = [await box('.board-area'), await box('.far-area')];
      expect(board.width, `${width} px`).toBeGreaterThanOrEqual(320);
      expect(side.x, `${width} px`).toBeGreaterThanOrEqual(board.x + board.width);
    }).toPass();
    const parts = [
      page.locator('.board-area'),
      page.locator('.moves-area'),
      ...(await page.getByRole('timer').all()),
      ...['Anna resigns', 'Agree to a draw', 'Discard game'].map((name) => page.getByRole('button', { name })),
    ];
    for (const part of parts) await expect(part, `${width} px`).toBeInViewport({ ratio: 0.99 });
    for (const name of ['Anna', 'Bert']) {
      expect(await page.getByText(name, { exact: true }).evaluate((one) => (one.parentElement?.scrollWidth ?? 0) - (one.parentElement?.clientWidth ?? 0))).toBe(0);
    }
    expect(await overflow(page), `${width} px`).toBeLessThanOrEqual(0);
  }
});
