// SPDX-License-Identifier: AGPL-3.0-or-later
// What is chosen in the settings is done at the board.
import type { Page } from '@playwright/test';
import { Board, create, play, sitDown } from '../support/game';
import { expect, test } from '../support/people';
import { listen } from '../support/sounds';

/** Switches something off as a person does. */
async function switchOff(page: Page, name: string): Promise<void> {
  await page.goto('/settings');
  await page.getByRole('switch', { name }).uncheck();
  await expect(page.getByText('Saved')).toBeVisible();
}

/** Notes how long pieces glide, in milliseconds. */
async function clockGlides(page: Page): Promise<() => Promise<number[]>> {
  await page.addInitScript(() => {
    const glides: number[] = [];
    const begun = new Map<Node, number>();
    Object.assign(globalThis, { glides });
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const isGliding = target instanceof Element && target.matches('cg-board piece.anim');
        const since = begun.get(target);
        if (isGliding && since === undefined) begun.set(target, performance.now());
        if (isGliding || since === undefined) continue;
        begun.delete(target);
        glides.push(performance.now() - since);
      }
    }).observe(document, { subtree: true, attributeFilter: ['class'] });
  });
  return () => page.evaluate(() => (globalThis as unknown as { glides: number[] }).glides);
}

// 400 ms, and 160 where nothing is chosen: a busy page may note the beginning late.
for (const [speed, takes] of [['None', 0], ['Slow', 250]] as const) {
  test(`pieces glide as chosen: ${speed}`, async ({ person }) => {
    const page = await person();
    await page.goto('/settings');
    await page.getByRole('group', { name: 'Piece animation' }).getByRole('radio', { name: speed }).check();
    await expect(page.getByText('Saved')).toBeVisible();
    const glides = await clockGlides(page);
    // The computer's only answer.
    const id = await create(page, { opponent: { kind: 'computer', level: 1 }, fen: '7k/R7/6K1/8/8/8/8/8 w - - 0 1' });
    await page.goto(`/game/${id}`);
    const board = new Board(page);
    await board.isReady();
    await board.click('a7');
    await board.click('f7');
    await board.shows('g8', 'black king');
    await expect(page.locator('cg-board piece.anim')).toHaveCount(0);
    if (takes === 0) expect(await glides()).toEqual([]);
    else await expect.poll(async () => Math.max(...(await glides()))).toBeGreaterThan(takes);
  });
}

test('a clock that runs low is said and heard, in a box of the same width, and not said where nobody wants it', async ({ person }) => {
  const [told, untold] = [await person(), await person()];
  await switchOff(untold, 'Say 30, 20 and 10 seconds left');
  const hears = await listen(told);
  const clock = (page: Page) => page.getByRole('timer', { name: 'White’s clock' });
  // Each against the computer, so nobody has to be quick for the other one. What has passed before the page looks is no news.
  for (const page of [told, untold]) {
    const id = await create(page, { opponent: { kind: 'computer', level: 1 }, time: { initial_ms: 15_000, increment_ms: 0 } });
    await page.goto(`/game/${id}`);
    await new Board(page).isReady();
    await expect(clock(page)).toHaveText('0:15');
  }
  const width = async () => (await clock(told).boundingBox())?.width;
  const before = await width();
  // The clock runs from the computer's answer on.
  for (const page of [untold, told]) await play([new Board(page), new Board(page)], ['e2e4']);
  const said = (page: Page) => page.locator('[aria-live=assertive]', { hasText: '10 seconds left' });
  // What is said is said before the clock shows it.
  await expect(clock(untold)).toHaveText(/^\d\.\d$/);
  await expect(said(untold)).not.toBeAttached();
  await expect(told.locator('.clock.low')).toHaveText(/^\d\.\d$/);
  await expect(said(told)).toBeAttached();
  expect(await width()).toBe(before);
  await hears(660);
});

test('a draw is offered and a game aborted without a question where none is wanted', async ({ person }) => {
  const [white, black] = [await person(), await person()];
  await switchOff(white, 'Ask before offering a draw');
  await switchOff(white, 'Ask before aborting a game');
  await play(await sitDown(white, black), ['e2e4', 'e7e5']);
  await white.getByRole('button', { name: 'Offer draw' }).click();
  await expect(black.getByRole('alert').filter({ hasText: /offers a draw\./ })).toBeVisible();
  await expect(white.getByRole('button', { name: 'Yes, offer' })).toBeHidden();
  // The other question is another one.
  await white.getByRole('button', { name: 'Resign', exact: true }).click();
  await expect(white.getByRole('button', { name: 'Yes, resign' })).toBeVisible();

  await sitDown(white, black);
  await white.getByRole('button', { name: 'Abort game' }).click();
  for (const page of [white, black]) await expect(page.getByText(/aborted/).first()).toBeVisible();
  // Black has chosen nothing: there both are asked.
  await sitDown(white, black);
  await black.getByRole('button', { name: 'Abort game' }).click();
  await expect(black.getByRole('button', { name: 'Yes, abort' })).toBeVisible();
});
