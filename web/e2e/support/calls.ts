// SPDX-License-Identifier: AGPL-3.0-or-later
// What a story asks of the server without opening a page: loading one costs more than all that is asked.
import type { BrowserContext, Page } from '@playwright/test';

const origins = new WeakMap<BrowserContext, string>();

/** Notes which server a browser is for, unless only the browser knows where the server's name leads. */
export function isFor(context: BrowserContext, origin: string): void {
  origins.set(context, origin);
}

/** Posts in the name of the page's person: the status, and the answer's text. */
export async function post(page: Page, path: string, data: object): Promise<[status: number, text: string]> {
  const origin = origins.get(page.context());
  if (origin === undefined) return postFromPage(page, path, data);
  // A guest is known by the cookie that comes with any document.
  if ((await page.context().cookies(origin)).length === 0) await page.request.get(`${origin}/`);
  const answer = await page.request.post(`${origin}${path}`, { headers: { origin }, data });
  return [answer.status(), await answer.text()];
}

async function postFromPage(page: Page, path: string, data: object): Promise<[status: number, text: string]> {
  await page.goto('/');
  return page.evaluate(
    async ([path, data]) => {
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(path, { method: 'POST', headers, body: JSON.stringify(data) });
      return [answer.status, await answer.text()];
    },
    [path, data] as const,
  );
}
