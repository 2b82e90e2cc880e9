// SPDX-License-Identifier: AGPL-3.0-or-later
import { devices, type Page } from '@playwright/test';
import { rests } from '../support/analysis';
import { create } from '../support/game';
import { meet } from '../support/opponent';
import { enrol, expect, overflow, test } from '../support/people';
import { answered } from '../support/quiet';
import { swept } from '../support/sweep';
import { resize } from '../support/visit';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 3 };

test('a game on a phone of a known make by touch, with a promotion called off and made', async ({ person, opponent }) => {
  const [white, black] = [await person(devices['Pixel 7']), await opponent()];
  const board = await meet(white, black, { fen: '7k/P7/8/8/8/8/6p1/K7 w - - 0 1' });
  await board.tap('a7');
  await board.tap('a8');
  const queen = white.getByRole('button', { name: /^queen$/i });
  await expect(queen).toBeVisible();
  await white.getByRole('button', { name: /cancel/i }).tap();
  await expect(queen).toBeHidden();
  await board.shows('a7', 'white pawn');
  await board.tap('a7');
  await board.tap('a8');
  await queen.tap();
  await board.shows('a8', 'white queen');
  // The opponent has been told.
  await black.play('h8h7');
  await board.shows('h7', 'black king');
});

test('while a game is on the screen, a phone’s pixels are the board’s, and nothing is cut off', async ({ person, opponent }) => {
  const white = await person(PHONE);
  const board = await meet(white, await opponent(), { time: { initial_ms: 300_000, increment_ms: 0 } });
  const clock = (side: string) => white.getByRole('timer', { name: `${side}’s clock` }).boundingBox();
  for (const [width, height] of [[390, 844], [320, 568]] as const) {
    await resize(white, width, height);
    await expect(white.getByRole('banner')).toBeHidden();
    // The header may go a moment before the rest has moved up.
    await expect(async () => {
      const corner = await board.square('a8').boundingBox();
      expect(corner?.y ?? 999, 'above the board stands the opponent alone').toBeLessThanOrEqual(72);
      const [left, right] = [await board.square('a1').boundingBox(), await board.square('h1').boundingBox()];
      expect(left?.x ?? 99, 'the board reaches both edges').toBeLessThanOrEqual(8);
      expect((right?.x ?? 0) + (right?.width ?? 0)).toBeGreaterThanOrEqual(width - 8);
      const [far, near] = [await clock('Black'), await clock('White')];
      expect((far?.y ?? 999) + (far?.height ?? 0), 'the opponent’s clock is above the board').toBeLessThanOrEqual(corner?.y ?? 0);
      expect(near?.y ?? 0, 'one’s own is below it').toBeGreaterThanOrEqual((right?.y ?? 999) + (right?.height ?? 0));
      for (const name of ['Resign', 'Offer draw']) {
        const button = await white.getByRole('button', { name, exact: true }).boundingBox();
        expect((button?.y ?? 999) + (button?.height ?? 0), `${name} is within reach`).toBeLessThanOrEqual(height);
      }
    }).toPass();
    await expect.poll(() => overflow(white), `${width} px`).toBeLessThanOrEqual(0);
  }
  await white.getByRole('link', { name: 'Go to the start page' }).tap();
  await expect(white.getByRole('banner')).toBeVisible();
  for (const width of [320, 390]) {
    await resize(white, width, 844);
    await expect.poll(() => overflow(white), `the start page, ${width} px`).toBeLessThanOrEqual(0);
    await expect(white.getByRole('button', { name: 'Play a friend' })).toBeVisible();
  }
});

test('an unknown game leaves a phone its header', async ({ person, provokes }) => {
  provokes(answered(404));
  const page = await person(PHONE);
  await page.goto('/game/zzzzzzzz');
  await expect(page.getByRole('heading', { name: 'No such game' })).toBeVisible();
  await expect(page.getByRole('banner')).toBeVisible();
});

test('two quick taps on the board zoom nothing', async ({ person }) => {
  const page = await person(PHONE);
  const id = await create(page, { opponent: { kind: 'computer', level: 1 } });
  await page.goto(`/game/${id}`);
  const square = page.getByRole('button', { name: /^e5, / });
  await expect(square).toBeVisible();
  // Chromium zooms in on a double tap where the page is wider than the screen; elsewhere this word alone decides.
  const told = await square.evaluate((button) => {
    const words = [];
    for (let place: Element | null = button; place; place = place.parentElement) words.push(getComputedStyle(place).touchAction);
    return words;
  });
  expect(told[0]).toBe('manipulation');
  expect(told.every((word) => ['auto', 'manipulation'].includes(word)), 'two fingers zoom where they are meant to').toBe(true);
  const box = await square.boundingBox();
  const [x, y] = [(box?.x ?? 0) + 5, (box?.y ?? 0) + 5];
  await page.touchscreen.tap(x, y);
  await page.touchscreen.tap(x, y);
  await expect.poll(() => page.evaluate(() => window.visualViewport?.scale)).toBe(1);
});

/** What stands in the header: whether all is in one row, and whether the site's name is seen. */
const header = (page: Page) =>
  page.getByRole('banner').evaluate((banner) => {
    const middles = [...banner.querySelectorAll(':scope > a, .right :is(a, button)')]
      .filter((one) => one.checkVisibility())
      .map((one) => one.getBoundingClientRect())
      .map(({ top, bottom }) => Math.round((top + bottom) / 2));
    const [home, word] = [banner.querySelector('.home'), banner.querySelector('.word')].map((one) => one?.getBoundingClientRect());
    return { rows: new Set(middles).size, isNamed: home !== undefined && word !== undefined && word.width > 0 && word.top < home.bottom - 4 };
  });

test('the header of the narrowest windows is one row, and has the site’s name for guests', async ({ person }) => {
  const [guest, player] = [await person(PHONE), await person(PHONE)];
  await rests(guest);
  await guest.goto('/');
  await enrol(player);
  for (const width of [375, 360, 320]) {
    for (const page of [guest, player]) await resize(page, width, 640);
    await expect.poll(() => header(guest), `a guest, ${width} px`).toEqual({ rows: 1, isNamed: true });
    await expect.poll(async () => (await header(player)).rows, `a player, ${width} px`).toBe(1);
    for (const page of [guest, player]) await expect.poll(() => overflow(page), `${width} px`).toBeLessThanOrEqual(0);
  }
  await expect(guest.getByRole('banner').getByRole('button', { name: 'Register' })).toBeVisible();
  // Every page leads to the others by words at the lower edge; a game has the whole screen.
  for (const path of ['/settings', '/analysis', '/board']) {
    await guest.goto(path);
    const links = guest.getByRole('navigation', { name: 'Pages' }).getByRole('link');
    await expect(links).toHaveText(['Puzzles', 'Analyse', 'Events', 'Watch', 'Players']);
    for (const link of await links.all()) await expect(link.getByText(/./)).toBeInViewport({ ratio: 1 });
    await expect.poll(async () => (await links.first().boundingBox())?.y ?? 0, path).toBeGreaterThan(640 - 60);
  }
  await guest.getByRole('button', { name: 'Start game' }).click();
  await expect(guest.getByText('White to move.')).toBeVisible();
  await expect(guest.getByRole('navigation', { name: 'Pages' })).toBeHidden();
  await guest.goto(`/game/${await create(guest, { opponent: { kind: 'computer', level: 1 } })}`);
  await expect(guest.getByRole('button', { name: 'Resign', exact: true })).toBeVisible();
  await expect(guest.getByRole('navigation', { name: 'Pages' })).toBeHidden();
  await guest.goto('/');
  // Between phones and desktops, by touch and by mouse, and with longer words.
  const others = [await person()];
  for (const locale of ['de', 'fr']) others.push(await person({ ...PHONE, locale }));
  for (const page of others) await page.goto('/');
  for (const width of swept([390, 480, 720, 768, 900], [430, 520, 599, 600, 719, 819, 820])) {
    for (const page of [guest, ...others]) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(async () => [(await header(page)).rows, (await overflow(page)) <= 0], `${width} px`).toEqual([1, true]);
    }
  }
});
