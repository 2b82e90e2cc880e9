// SPDX-License-Identifier: AGPL-3.0-or-later
// Letters of twice the usual size on a phone, as the browser's settings make them; and a window of 320 px.
import type { Page } from '@playwright/test';
import { cramped } from '../support/cramped';
import { create } from '../support/game';
import { everyAddress } from '../support/pages';
import { answered } from '../support/quiet';
import { swept } from '../support/sweep';
import { expect, test as base } from '../support/test';
import { overflow } from '../support/people';

const FONT = '--blink-settings=defaultFontSize=32,defaultFixedFontSize=26';

const large = base.extend<object, object>({
  launchOptions: [
    async ({ launchOptions }, use) => use({ ...launchOptions, args: [...(launchOptions.args ?? []), FONT] }),
    { scope: 'worker' },
  ],
});

async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 }).first(), path).toBeAttached();
  await page.waitForLoadState('networkidle');
  await expect.soft.poll(() => overflow(page), { message: path, timeout: 10_000 }).toBeLessThanOrEqual(0);
}

async function register(page: Page, name: string): Promise<void> {
  await page.goto('/');
  const origin = new URL(page.url()).origin;
  const answer = await page.request.post(`${origin}/api/register`, { headers: { origin }, data: { name, password: 'correct horse battery' } });
  expect(answer.status()).toBe(201);
}

for (const [test, size, width] of [[large, 'twice the text', 390], [base, 'the usual text', 320]] as const) {
  test.use({ flags: ['--unlimited-addresses', '127.0.0.1'] });

  for (const locale of swept(['de'], ['en', 'fr', 'es'])) {
    test(`no page is wider than ${width} px with ${size} (${locale})`, async ({ person, provokes }) => {
      provokes(answered(400));
      // Some twenty pages, one after the other.
      test.slow();
      const options = { viewport: { width, height: 844 }, hasTouch: true, locale };
      const [page, other] = [await person(options), await person()];
      for (const path of ['/', '/settings', '/card']) await visit(page, path);
      await page.goto('/');
      await page.locator('.way button').nth(2).click();
      await expect(page.locator('.find')).toBeVisible();
      await expect.soft.poll(() => overflow(page), 'the lobby').toBeLessThanOrEqual(0);
      await expect.soft.poll(() => cramped(page), 'the lobby').toEqual([]);
      // The words of the times stay in their tiles.
      await page.locator('.way button').first().click();
      await expect(page.getByRole('dialog').getByRole('radio').first()).toBeAttached();
      await expect.soft.poll(async () => (await cramped(page)).filter((found) => /^label/.test(found)), 'a dialog').toEqual([]);
      await page.keyboard.press('Escape');

      await register(page, 'Maximiliane');
      await register(other, 'Boris');
      const game = await create(page, { opponent: { kind: 'computer', level: 1 } });
      const all = everyAddress({ id: game, name: 'Boris', category: 'blitz', part: 'users' });
      for (const path of [...all.map(([, path]) => path), '/@/Maximiliane']) await visit(page, path);
      await visit(page, `/game/${await create(page)}`);
      const id = await create(other, { time: { initial_ms: 600_000, increment_ms: 0 } });
      await page.goto(`/game/${id}`);
      await page.locator('.join').click();
      await expect(page.locator('.join')).toBeHidden();
      await visit(page, `/game/${id}`);
    });
  }
}
