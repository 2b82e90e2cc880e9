// SPDX-License-Identifier: AGPL-3.0-or-later
import type { Page } from '@playwright/test';
import { rests } from '../support/analysis';
import { sitDown } from '../support/game';
import { expect, test } from '../support/people';
import { turnTo } from '../support/turn';

const FIVE = { initial_ms: 300_000, increment_ms: 0 };
/** Turns to another page, and waits until its heading is there. */
async function arrive(page: Page, path: string): Promise<void> {
  const heading = page.locator('h1:not(.before)').first();
  await page.locator('h1').evaluateAll((all) => all.map((one) => one.classList.add('before')));
  await turnTo(page, path);
  await expect(heading, path).toBeAttached();
}
const card = (page: Page, words: RegExp) => page.getByRole('listitem').getByRole('link', { name: words });

test('every page shows within a moment what happens in one’s own games, and a bar with one’s own clock leads back', async ({ person }) => {
  const [white, black] = [await person(), await person({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })];
  await rests(white);
  const [board, other] = await sitDown(white, black, { time: FIVE });
  await board.drag('e2', 'e4');
  await other.shows('e4', 'white pawn');
  const game = white.url();
  const bar = (page: Page) => page.getByRole('complementary', { name: 'Your running game' });
  await white.setViewportSize({ width: 1440, height: 900 });
  await white.goto('/players');
  await expect(bar(white)).toContainText(/Guest .*’s turn/);
  for (const path of ['/settings', '/board', '/']) {
    await arrive(white, path);
    await expect(bar(white), path).toContainText(/Guest .*’s turn/);
  }
  await expect(card(white, /Guest .*’s turn/)).toBeVisible();
  const asked: number[] = [];
  white.on('request', (request) => new URL(request.url()).pathname === '/api/games' && asked.push(performance.now()));
  await other.tap('e7');
  await other.tap('e5');
  // Nothing is pressed and nothing is loaded again: a clock runs for the reader.
  await expect(card(white, /Your move/)).toBeVisible();
  await expect(bar(white)).toContainText(/Your move, [45]:\d\d/);
  // A page that asks slowly does so every ten seconds: where a clock runs it asks every second.
  const pauses = () => asked.slice(1).map((at, index) => at - (asked[index] ?? 0));
  await expect.poll(() => pauses().filter((pause) => pause < 5_000).length).toBeGreaterThan(2);
  await bar(white).getByRole('link').click();
  await expect(white).toHaveURL(game);
  await board.shows('e5', 'black pawn');
  await expect(bar(white)).toBeHidden();
  await board.drag('g1', 'f3');
  await other.shows('f3', 'white knight');
  // Both have moved, so no first move has to come within two minutes.
  for (const path of ['/editor', '/analysis', '/puzzles', '/watch']) {
    await arrive(white, path);
    await expect(white.locator('.board-area'), path).toBeVisible();
    await expect(bar(white), path).toContainText(/Guest .*’s turn/);
    // The board allows for it.
    const beyond = () => white.evaluate(() => document.documentElement.scrollHeight - innerHeight);
    await expect.poll(beyond, path).toBeLessThanOrEqual(0);
  }
  await turnTo(white, '/');
  await black.goto('/watch');
  await expect(bar(black)).toContainText(/Your move, \d:\d\d/);
  await expect(bar(black).getByRole('link')).toBeInViewport({ ratio: 1 });
  await bar(black).getByRole('link').tap();
  await black.getByRole('button', { name: 'Resign' }).click();
  await black.getByRole('button', { name: 'Yes, resign' }).click();
  await expect(card(white, /You won · resignation/)).toBeVisible();
  await expect(black.getByRole('button', { name: 'Rematch', exact: true })).toBeVisible();
  await turnTo(black, '/watch');
  await expect(black.getByRole('heading', { level: 1, name: 'Watch' })).toBeAttached();
  await expect(bar(black)).toBeHidden();
});
