// SPDX-License-Identifier: AGPL-3.0-or-later
import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { isFor } from './calls';
import { type NewOpponent, withOpponents } from './opponent';
import { test as base } from './quiet';
import { Server } from './server';

/** Opens a page in a browser of its own: other cookies, another person. */
export type NewPerson = (options?: BrowserContextOptions) => Promise<Page>;

/**
 * A test with a server of its own and any number of people. A page that logs an error or breaks the content security policy
 * fails the test.
 */
export const test = base.extend<{ flags: string[]; server: Server; person: NewPerson; opponent: NewOpponent }>({
  /** More flags for the server. */
  flags: [[], { option: true }],
  server: async ({ flags }, use) => {
    const server = await Server.start(flags);
    await use(server);
    await server.dispose();
  },
  person: async ({ browser, server }, use) => withPeople(browser, server.origin, use),
  opponent: async ({ server }, use) => withOpponents(server.origin, use),
});

/** Gives a test its people, and closes their browsers afterwards. */
export async function withPeople(browser: Browser, origin: string, use: (person: NewPerson) => Promise<void>): Promise<void> {
  const contexts: { close: () => Promise<void> }[] = [];
  await use(async (options = {}) => {
    const context = await browser.newContext({ baseURL: origin, ...options });
    if (options.baseURL === undefined) isFor(context, origin);
    contexts.push(context);
    return context.newPage();
  });
  for (const context of contexts) await context.close();
}

export { expect } from '@playwright/test';
