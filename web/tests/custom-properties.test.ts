// SPDX-License-Identifier: AGPL-3.0-or-later
// The chat's field had no border: its colour was a custom property that nobody had set.
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const SOURCE = resolve(import.meta.dirname, '../src');
const sources = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(css|svelte|ts)$/.test(file))
  .map((file) => [file, readFileSync(join(SOURCE, file), 'utf8')] as const);

test('every custom property that a style reads is set somewhere, or has a value to fall back to', () => {
  const all = sources.map(([, text]) => text).join('\n');
  // `--name: …`, `style:--name={…}`, `setProperty('--name', …)`, `style="--name: …"`.
  const set = new Set([...all.matchAll(/(--[\w-]+)(?=\s*:|=|['"`]\s*[,:])/g)].map(([, name]) => name));
  const read = sources.flatMap(([file, text]) => [...text.matchAll(/var\((--[\w-]+)\)/g)].map(([, name]) => ({ file, name })));
  expect(read.length).toBeGreaterThan(500);
  expect(read.filter(({ name }) => !set.has(name)).map(({ file, name }) => `${file}: ${name}`)).toEqual([]);
});
