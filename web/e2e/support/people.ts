// SPDX-License-Identifier: AGPL-3.0-or-later
import type { BrowserContextOptions, Page } from '@playwright/test';
import { post } from './calls';
import { type NewOpponent, withOpponents } from './opponent';
import { test as base } from './quiet';
import { Server } from './server';
import { swept } from './sweep';
import { expect, type NewPerson, withPeople } from './test';

/** A test whose server is shared with the tests beside it: names are its own, so tests never meet. */
export const test = base.extend<{ person: NewPerson; opponent: NewOpponent }, { server: Server }>({
  server: [
    // Playwright wants a pattern here, an empty one too.
    async ({}, use) => {
      const server = await Server.start(['--unlimited-addresses', '127.0.0.1']);
      await use(server);
      await server.dispose();
    },
    { scope: 'worker' },
  ],
  person: async ({ browser, server }, use) => withPeople(browser, server.origin, use),
  opponent: async ({ server }, use) => withOpponents(server.origin, use),
});

export { expect };

export const PASSWORD = 'correct horse battery';

export const DEVICES = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
} satisfies Record<string, BrowserContextOptions>;

/**
 * What a story is told on where the same is done on both: on a phone, which has the least room. What desktops have otherwise is
 * looked at on all pages (`cramped`, `languages`), so it is told there in a sweep only.
 */
export const FLOWS: readonly (readonly [device: string, options: BrowserContextOptions])[] = swept([['phone', DEVICES.phone]], [['desktop', DEVICES.desktop]]);

let count = 0;

/** A name that nobody else has, in the 20 characters that names may have. */
export function someName(begin = 'Anna'): string {
  count += 1;
  const letters = 'abcdefghijkmnpqrstuvwxyz';
  const tail = Array.from({ length: 7 }, () => letters[Math.floor(Math.random() * letters.length)]).join('');
  return `${begin.slice(0, 20 - tail.length - String(count).length)}${tail}${count}`;
}

/** Registers in the page's browser without a page; what is open shows it when it is loaded again. */
export async function register(page: Page, name = someName()): Promise<string> {
  const [status, text] = await post(page, '/api/register', { name, password: PASSWORD });
  expect(status, text).toBe(201);
  return name;
}

/** Registers without the dialog, and opens the start page. */
export async function enrol(page: Page, name = someName()): Promise<string> {
  await register(page, name);
  await page.goto('/');
  await expect(menu(page, name)).toBeVisible();
  return name;
}

/** The button with the account's name. */
export const menu = (page: Page, name: string) => page.getByRole('banner').getByRole('button', { name, exact: true });

/** Opens the account's menu and goes where one of its lines leads. */
export async function choose(page: Page, name: string, line: string): Promise<void> {
  await menu(page, name).click();
  await page.getByRole('banner').getByRole(line === 'Log out' ? 'button' : 'link', { name: line }).click();
}

/** Opens the times to search with on the start page, where they are not open from the last time. */
export async function openTimes(page: Page): Promise<void> {
  const way = page.getByRole('button', { name: 'Find an opponent', exact: true });
  if ((await way.getAttribute('aria-expanded')) === 'false') await way.click();
  await expect(page.getByRole('button', { name: '3+2', exact: true })).toBeVisible();
}

/** How far the page is wider than its window; more than 0 is cut off or scrolls sideways. */
export const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
