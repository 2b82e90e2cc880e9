// SPDX-License-Identifier: AGPL-3.0-or-later
// No story ends with an error in a browser's console, whoever opened the page.
import { type Browser, type BrowserContext, test as base } from '@playwright/test';

/** From now on the story brings such errors about on purpose. */
export type Provokes = (...expected: RegExp[]) => void;

/** The browser logs each answer that is an error; the complaint ends with its address. */
export const answered = (status: number) => new RegExp(`^Failed to load resource: the server responded with a status of ${status} `);

/** The server is gone or the browser is offline, and the page looks for it again. */
export const LOST_CONNECTION = /^WebSocket connection to .* failed|^Failed to load resource: net::ERR_(CONNECTION|INTERNET|EMPTY|NETWORK|SOCKET)/;

/** Listens to each page of each context that is opened in this browser, until `use` is done. */
export async function listening(browser: Browser, use: (provokes: Provokes) => Promise<void>): Promise<void> {
  const [complaints, allowed]: [string[], RegExp[]] = [[], []];
  const hear = (text: string) => {
    if (!allowed.some((expected) => expected.test(text))) complaints.push(text);
  };
  const listen = (context: BrowserContext) => {
    context.on('weberror', (error) => hear(String(error.error())));
    context.on('console', (message) => message.type() === 'error' && hear(`${message.text()} ${message.location().url}`));
  };
  for (const context of browser.contexts()) listen(context);
  browser.on('context', listen);
  await use((...expected) => void allowed.push(...expected));
  browser.off('context', listen);
  if (complaints.length > 0) throw new Error(`the page complained:\n${complaints.join('\n')}`);
}

/** The check, for every test. A story says with `provokes` which errors it brings about. */
export const test = base.extend<{ provokes: Provokes }>({
  provokes: [async ({ browser }, use) => listening(browser, use), { auto: true }],
});
