// SPDX-License-Identifier: AGPL-3.0-or-later
import type { Page, Request } from '@playwright/test';

/** Notes the parts of the site that a page asks for, until it is told to stop. */
export function partsOf(page: Page): () => string[] {
  const parts = new Set<string>();
  const note = (request: Request) => {
    const part = /\/assets\/(\w+Page|words-(?!en)\w+)-[^/]*\.(js|css)$/.exec(request.url())?.[1];
    if (part !== undefined) parts.add(part);
  };
  page.on('request', note);
  return () => {
    page.off('request', note);
    return [...parts].sort();
  };
}
