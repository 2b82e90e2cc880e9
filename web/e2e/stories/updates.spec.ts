// SPDX-License-Identifier: AGPL-3.0-or-later
import { create } from '../support/game';
import { expect, test } from '../support/people';
import { letThrough } from '../support/visit';

test('a page whose files an update has replaced loads itself again, once', async ({ person, provokes }) => {
  provokes(/net::ERR_FAILED/);
  const page = await person();
  const id = await create(page, { opponent: { kind: 'computer', level: 1 } });
  await page.goto(`/game/${id}`);
  await expect(page.getByRole('button', { name: 'e2, white pawn' })).toBeVisible();
  await page.route('**/assets/HomePage-*.js', (route) => route.abort());
  let loads = 0;
  page.on('load', () => (loads += 1));
  await page.getByRole('link', { name: 'Tabiya' }).click();
  await expect(page.getByRole('heading', { name: 'This page can’t be loaded' })).toBeVisible();
  // The page may say so before all of it has loaded.
  await expect.poll(() => loads).toBe(1);
  await letThrough(page);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Play a friend' })).toBeVisible();
});
