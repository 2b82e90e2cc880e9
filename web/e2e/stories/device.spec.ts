// SPDX-License-Identifier: AGPL-3.0-or-later
// What browsers lend to pages that they trust: opening without a connection, a place on the home screen, a screen that
// stays on.
import type { Page } from '@playwright/test';
import { Board, create } from '../support/game';
import { KEPT } from '../support/pages';
import { expect, test } from '../support/people';
import { LOST_CONNECTION } from '../support/quiet';
import { test as ownServer } from '../support/test';

/** Waits until the service worker has kept its pages, all files that they name, and their German texts. */
const isKept = (page: Page) => expect.poll(() => page.evaluate(missing, KEPT), { timeout: 60_000 }).toEqual([]);

/** What the service worker has not kept yet. Runs in the page. */
async function missing(pages: typeof KEPT): Promise<string[]> {
  const cache = await caches.open('kept');
  const kept = (await cache.keys()).map(({ url }) => new URL(url).pathname);
  const wanted = pages.map(({ path }): string => path);
  for (const { path } of pages) {
    const html = (await (await cache.match(path))?.text()) ?? '';
    wanted.push(...[...html.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, name]) => name!));
  }
  const texts = pages.flatMap((one) => one.texts.map((part) => `words-de-${part}-`)).filter((name) => !kept.some((path) => path.includes(name)));
  return [...wanted.filter((path) => !kept.includes(path)), ...texts];
}

ownServer('the first page and the board for two open without a server', async ({ person, server, provokes }) => {
  // What the service worker asks a dead server for fails without a reason.
  provokes(LOST_CONNECTION, /^Failed to load resource: net::ERR_FAILED/);
  const page = await person({ serviceWorkers: 'allow', locale: 'de' });
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Gegen den Computer' })).toBeVisible();
  await isKept(page);
  await server.kill();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Gegen den Computer' })).toBeVisible();
  await page.goto('/board');
  await expect(page.getByRole('heading', { name: 'Zu zweit, ein Bildschirm' })).toBeVisible();
  // Nothing of these pages was ever fetched.
  for (const path of ['/players', '/settings']) {
    await page.goto(path);
    await expect(page.getByText(/^Kein Server erreichbar/).first(), path).toBeVisible();
  }
});

test('what a browser needs to install the page is there', async ({ person }) => {
  const page = await person();
  await page.goto('/settings');
  const path = (await page.locator('link[rel=manifest]').getAttribute('href')) ?? '';
  const manifest = await page.request.get(path);
  expect(manifest.headers()['content-type']).toContain('application/manifest+json');
  const { display, start_url, icons } = (await manifest.json()) as { display: string; start_url: string; icons: { src: string }[] };
  expect([display, start_url]).toEqual(['standalone', '/']);
  for (const { src } of icons) expect((await page.request.get(src)).headers()['content-type']).toMatch(/^image\//);
  await expect(page.getByRole('switch', { name: 'Keep the screen on during my games' })).toBeChecked();
});

test('where the browser offers to install the page, one press takes the offer', async ({ person }) => {
  const page = await person();
  await page.goto('/settings');
  await expect(page.getByText('To have Tabiya on your home screen, use “Add to home screen” in your browser’s menu.')).toBeVisible();
  const install = page.getByRole('button', { name: 'Install Tabiya' });
  await expect(install).toHaveCount(0);
  // Headless browsers make no offer of their own.
  const isTaken = await page.evaluate(() => {
    const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: async () => void (document.documentElement.dataset.asked = 'yes'),
    });
    dispatchEvent(offer);
    return offer.defaultPrevented;
  });
  expect(isTaken, 'the browser puts up no bar of its own').toBe(true);
  await expect(page.getByText('You can add Tabiya to your home screen')).toBeVisible();
  await install.click();
  await expect(page.locator('html')).toHaveAttribute('data-asked', 'yes');
  // A browser answers each offer once.
  await expect(install).toHaveCount(0);
});

test('on plain http nothing is offered that can not work, and a line says why', async ({ person, server }) => {
  const page = await person({ baseURL: server.lanOrigin, serviceWorkers: 'allow' });
  await page.goto('/settings');
  expect(await page.evaluate(() => isSecureContext)).toBe(false);
  await expect(page.getByText('need HTTPS with a certificate this device trusts')).toBeVisible();
  await expect(page.getByRole('switch', { name: 'Keep the screen on' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Install' })).toHaveCount(0);
});

test('the screen stays on while one’s own game runs', async ({ person }) => {
  const page = await person();
  // Headless browsers have no screen: what is asked of it is counted.
  await page.addInitScript(() => {
    const held = { count: 0 };
    Object.assign(globalThis, { held });
    const request = async () => {
      held.count += 1;
      return { released: false, release: async () => void (held.count -= 1) };
    };
    Object.defineProperty(navigator, 'wakeLock', { value: { request } });
  });
  const held = () => page.evaluate(() => (globalThis as unknown as { held: { count: number } }).held.count);
  const id = await create(page, { opponent: { kind: 'computer', level: 1 }, time: { initial_ms: 600_000, increment_ms: 0 } });
  await page.goto(`/game/${id}`);
  await new Board(page).isReady();
  await expect.poll(held).toBe(1);
  await page.getByRole('button', { name: 'Abort game' }).click();
  await page.getByRole('button', { name: 'Yes, abort' }).click();
  await expect.poll(held).toBe(0);
});
