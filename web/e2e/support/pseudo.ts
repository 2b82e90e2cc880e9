// SPDX-License-Identifier: AGPL-3.0-or-later
import type { BrowserContext } from '@playwright/test';
import { pseudo } from '../../tests/pseudo';

/** The files of English among those of the page. */
const ENGLISH = /\/assets\/words-en-\w+-[^/]+\.js$/;
const EXPORTS = /export\s*\{([^}]*)\};?\s*$/;

/**
 * The page of this browser speaks the pseudo-language instead of English: longer, with accents, from right to left. The
 * server knows nothing of it: the files with English are changed on their way.
 */
export async function speakPseudo(context: BrowserContext): Promise<void> {
  await context.route(ENGLISH, async (route) => {
    const response = await route.fetch({ maxRetries: 2 });
    const source = await response.text();
    const names = EXPORTS.exec(source)?.[1]?.split(',') ?? [];
    if (names.length === 0) throw new Error(`${route.request().url()} exports nothing`);
    const changed = names.map((entry, index) => {
      const [local = '', name = local] = entry.trim().split(/\s+as\s+/);
      return { text: `const $pseudo${index} = $pseudo(${local});`, name: `$pseudo${index} as ${name}` };
    });
    const body = [
      source.replace(EXPORTS, ''),
      `const $pseudo = ${pseudo.toString()};`,
      ...changed.map(({ text }) => text),
      `export {${changed.map(({ name }) => name).join(',')}};`,
    ].join('\n');
    await route.fulfill({ response, body, headers: { 'content-type': 'text/javascript' } });
  });
}
