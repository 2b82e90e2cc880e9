// SPDX-License-Identifier: AGPL-3.0-or-later
// No text is cut, hangs out or breaks into lines inside buttons, tiles and dialogs, on any page, at five sizes.
import type { Page } from '@playwright/test';
import { cramped } from '../support/cramped';
import { becomeAdmin } from '../support/desk';
import { create, play, sitDown } from '../support/game';
import { everyAddress } from '../support/pages';
import { register } from '../support/people';
import { answered } from '../support/quiet';
import { expect, test } from '../support/test';
import { visit } from '../support/visit';

test.use({ flags: ['--unlimited-addresses', '127.0.0.1', '--staff-totp', 'off'] });

/** Left edge and width of every page without a board, in the widest of these windows. */
const COLUMN = [170, 1100];
const SIZES = [[1440, 900], [1366, 768], [820, 1180], [390, 844], [320, 568]] as const;

/** Where a page without a board begins, and how wide it is; null for a page with a board. */
const column = (page: Page) =>
  page.locator('main').first().evaluate((main) => {
    const { left, width } = main.getBoundingClientRect();
    return main.classList.contains('page') ? [left, width] : null;
  });

/** Looks at a page in all sizes. */
async function look(page: Page, what: string): Promise<void> {
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    // Whoever turns a page sees only the content change.
    if (width === 1440) await expect.soft.poll(async () => (await column(page)) ?? COLUMN, { message: what, timeout: 10_000 }).toEqual(COLUMN);
    await expect.soft.poll(() => cramped(page), { message: `${what}, ${width} by ${height}`, timeout: 10_000 }).toEqual([]);
  }
}

test('pages', async ({ person, server, provokes }) => {
  provokes(answered(400), answered(404));
  test.slow();
  const [page, boris] = [await person(), await person()];
  await becomeAdmin(page, server);
  await register(boris, 'Boris');
  await play(await sitDown(page, boris, { time: { initial_ms: 600_000, increment_ms: 0 }, rated: true }), ['e2e4', 'e7e5']);
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await boris.getByRole('button', { name: 'Resign', exact: true }).click();
  await boris.getByRole('button', { name: 'Yes, resign' }).click();
  await expect(boris.getByRole('button', { name: 'Rematch', exact: true })).toBeVisible();
  const parts = ['overview', 'reports', 'cards', 'site', 'log'].map((part) => `/desk/${part}`);
  for (const path of [...everyAddress({ id, name: 'Boris', category: 'blitz', part: 'users' }).map(([, path]) => path), ...parts]) {
    await visit(page, path);
    await look(page, path);
  }
  await page.goto(`/game/${await create(page)}`);
  await expect(page.getByRole('img', { name: 'QR code of the link' })).toBeVisible();
  await look(page, 'an invitation');
  await page.goto('/board');
  await page.getByRole('button', { name: 'Start game' }).click();
  await expect(page.getByText('Chief to move.')).toBeVisible();
  await look(page, 'a game over the board');
});

test('dialogs', async ({ person }) => {
  const page = await person();
  await page.goto('/');
  for (const button of ['Play a friend', 'Play the computer', 'Import a game', 'Log in', 'Register']) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('button', { name: button, exact: true }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await look(page, button);
    await page.setViewportSize({ width: 1440, height: 900 });
    const custom = page.getByRole('radio', { name: 'Custom' });
    if (await custom.count()) {
      await custom.check();
      await look(page, `${button}, custom`);
    }
    await page.keyboard.press('Escape');
  }
});

test('a code to scan is whole in a window of 320 px', async ({ person }) => {
  const page = await person({ viewport: { width: 320, height: 568 }, hasTouch: true, isMobile: true });
  await page.goto(`/game/${await create(page)}`);
  const code = page.getByRole('img', { name: 'QR code of the link' });
  // What comes later may push it down.
  await expect(async () => {
    await code.scrollIntoViewIfNeeded();
    await expect(code).toBeInViewport({ ratio: 1, timeout: 1_000 });
  }).toPass({ timeout: 20_000 });
  // Nothing is hidden behind a second scroll bar on the board.
  await expect.poll(() => page.locator('.veil').evaluate((veil) => veil.scrollHeight - veil.clientHeight)).toBeLessThanOrEqual(0);
  const isSeen = () => code.evaluate((picture) => {
    const { left, right, top, bottom } = picture.getBoundingClientRect();
    const corners = [[left + 2, top + 2], [right - 2, top + 2], [left + 2, bottom - 2], [right - 2, bottom - 2]] as const;
    return corners.every(([x, y]) => picture.contains(document.elementFromPoint(x, y)));
  });
  await expect.poll(isSeen).toBe(true);
  // Nor does the code hide what can be done below it.
  await page.getByRole('button', { name: 'Abort game' }).tap({ trial: true });
});
