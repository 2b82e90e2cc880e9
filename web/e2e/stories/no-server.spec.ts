// SPDX-License-Identifier: AGPL-3.0-or-later
// The network is cut under an open page, or lets no live connection through.
import type { Page } from '@playwright/test';
import { create } from '../support/game';
import { exchange, meet } from '../support/opponent';
import { everyAddress } from '../support/pages';
import { enrol, expect, register, test } from '../support/people';
import { answered, LOST_CONNECTION } from '../support/quiet';
import { turnTo } from '../support/turn';

const away = (page: Page) => page.getByText(/^No server in reach\./).first();
const again = (page: Page) => page.getByRole('button', { name: 'Try again' }).first();

test('every page says that no server is in reach, and comes back with it', async ({ person, provokes }) => {
  provokes(LOST_CONNECTION, answered(400));
  test.slow();
  const page = await person();
  const name = await register(page);
  const id = await create(page, { opponent: { kind: 'computer', level: 1 } });
  await page.goto('/card');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.context().setOffline(true);
  for (const [each, path] of everyAddress({ id, name, category: 'blitz', part: 'users' })) {
    // Nothing of these pages has been fetched before.
    if (each === 'card') continue;
    await turnTo(page, path);
    await expect(away(page), path).toBeVisible();
    await expect(again(page), path).toBeVisible();
  }
  await turnTo(page, '/players');
  await expect(away(page)).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: 'Players' })).toBeVisible({ timeout: 40_000 });
  await expect(away(page)).toBeHidden();
});

test('pages whose files are there say it too, and ask again for what they lack', async ({ person, provokes }) => {
  provokes(LOST_CONNECTION);
  const page = await person();
  const name = await enrol(page);
  const paths = ['/players', `/@/${name}`, '/settings', '/watch', `/@/${name}/games`, '/players/blitz'];
  for (const path of paths) {
    await turnTo(page, path);
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible();
  }
  await page.context().setOffline(true);
  for (const path of paths) {
    await turnTo(page, path);
    await expect(away(page), path).toBeVisible();
    await expect(again(page), path).toBeVisible();
  }
  await turnTo(page, `/@/${name}`);
  await again(page).click();
  await expect(away(page), 'still').toBeVisible();
  // It comes back by itself.
  await page.context().setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(away(page)).toBeHidden();
});

test('boards on which others play, and puzzles, say it when the network goes while they are looked at', async ({ person, opponent, provokes }) => {
  provokes(LOST_CONNECTION);
  const [page, other] = [await person(), await opponent()];
  await exchange([await meet(page, other, { time: { initial_ms: 300_000, increment_ms: 0 } }), other], ['e2e4', 'e7e5']);
  const solver = await person();
  await page.goto('/watch');
  await expect(page.locator('.game.watching')).toBeVisible();
  await solver.goto('/puzzles');
  await expect(solver.locator('.puzzle-notice')).toContainText('Find the best move');
  for (const each of [page, solver]) {
    await each.context().setOffline(true);
    await expect(away(each)).toBeVisible();
    await expect(again(each)).toBeVisible();
    await each.context().setOffline(false);
    await expect(away(each)).toHaveCount(0);
  }
});

test('where WebSockets are blocked the page says so, and whom to ask', async ({ person, provokes }) => {
  provokes(LOST_CONNECTION);
  const page = await person();
  await page.routeWebSocket('**/api/socket*', (socket) => socket.close());
  const id = await create(page, { opponent: { kind: 'computer', level: 1 } });
  for (const path of ['/', `/game/${id}`, '/watch', '/puzzles']) {
    await page.goto(path);
    const alert = page.getByRole('alert').filter({ hasText: 'Live games are blocked.' });
    await expect(alert, path).toContainText(`allow WebSockets to ${new URL(page.url()).host} (path /api/socket)`);
  }
});
