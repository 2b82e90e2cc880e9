// SPDX-License-Identifier: AGPL-3.0-or-later
// Components on a page of their own, for what no page of the site shows yet. Vite builds it in memory.
import { resolve } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Page } from '@playwright/test';
import { build, type Rollup } from 'vite';
import { icons } from '../../build/icons';

const ORIGIN = 'http://fixture.test';
const TYPES: Record<string, string> = { js: 'text/javascript', css: 'text/css', html: 'text/html' };

/** The files of the fixture `e2e/fixtures/NAME.ts`, by their addresses. */
export async function fixture(name: string): Promise<Map<string, string>> {
  const root = resolve(import.meta.dirname, '../..');
  const input = resolve(root, `e2e/fixtures/${name}.ts`);
  const made = (await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [icons(), svelte()],
    build: { write: false, target: 'es2022', modulePreload: false, cssCodeSplit: false, rolldownOptions: { input } },
  })) as Rollup.RollupOutput;
  const files = made.output.map((file) => [`/${file.fileName}`, file.type === 'chunk' ? file.code : String(file.source)] as const);
  const entry = made.output.find((file) => file.type === 'chunk' && file.isEntry)?.fileName ?? '';
  const styles = made.output.filter(({ fileName }) => fileName.endsWith('.css')).map(({ fileName }) => `<link rel="stylesheet" href="/${fileName}">`);
  const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${name}</title>${styles.join('')}<link rel="icon" href="data:,"></head><body><div id="app"></div><script type="module" src="/${entry}"></script></body></html>`;
  return new Map([['/', page], ...files]);
}

/** Opens a fixture. Nothing on it asks a server. */
export async function openFixture(page: Page, files: Map<string, string>): Promise<void> {
  await page.route(`${ORIGIN}/**`, async (route) => {
    const path = new URL(route.request().url()).pathname;
    const body = files.get(path);
    if (body === undefined) await route.fulfill({ status: 200, contentType: 'application/json', body: '{}' });
    else await route.fulfill({ status: 200, contentType: TYPES[path.split('.').at(-1) ?? ''] ?? 'text/html', body });
  });
  await page.goto(`${ORIGIN}/`);
}
