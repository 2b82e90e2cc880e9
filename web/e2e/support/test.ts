// SPDX-License-Identifier: AGPL-3.0-or-later
import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test';
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

/** Gives a test its people, and closes their browsers afterwards. Where the test has failed, says how each page stood. */
export async function withPeople(browser: Browser, origin: string, use: (person: NewPerson) => Promise<void>): Promise<void> {
  const contexts: BrowserContext[] = [];
  /** What was asked for and is not answered. */
  const asked = new Map<object, string>();
  await use(async (options = {}) => {
    const context = await browser.newContext({ baseURL: origin, ...options });
    if (options.baseURL === undefined) isFor(context, origin);
    contexts.push(context);
    context.on('request', (request) => void asked.set(request, `${request.method()} ${request.url()}`));
    context.on('requestfinished', (request) => void asked.delete(request));
    context.on('requestfailed', (request) => void asked.delete(request));
    return context.newPage();
  });
  const { status, expectedStatus } = base.info();
  const hasFailed = status !== expectedStatus;
  const stood = hasFailed ? await Promise.all(contexts.flatMap((context) => context.pages()).map(standing)) : [];
  for (const context of contexts) await context.close();
  if (hasFailed) throw new Error(`how the pages stood:\n${[...stood, ...[...asked.values()].map((one) => `not answered: ${one}`)].join('\n')}`);
}

/** Where a page is, and whether it still draws. */
async function standing(page: Page): Promise<string> {
  const frames = page.evaluate(() => new Promise<boolean>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(true)))));
  const draws = await Promise.race([frames.catch(() => false), new Promise<boolean>((resolve) => setTimeout(() => resolve(false), 2_000))]);
  return `${page.url()} ${draws ? 'draws' : 'does not draw'}`;
}

export { expect } from '@playwright/test';
