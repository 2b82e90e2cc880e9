// SPDX-License-Identifier: AGPL-3.0-or-later
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { compressFolder } from '../build/compress';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tabiya-compress-'));
  mkdirSync(join(folder, 'assets'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const CONTENT = Buffer.from('what a page loads '.repeat(200));

test.each(['index.html', 'assets/a.js', 'assets/a.css', 'a.json', 'assets/rules.wasm', 'assets/small.nnue', 'assets/book.bin'])(
  '%s gets a brotli and a gzip twin that unpack to it',
  (name) => {
    const path = join(folder, name);
    writeFileSync(path, CONTENT);
    compressFolder(folder);
    expect(brotliDecompressSync(readFileSync(`${path}.br`)).equals(CONTENT)).toBe(true);
    expect(gunzipSync(readFileSync(`${path}.gz`)).equals(CONTENT)).toBe(true);
  },
);

test('a picture gets no twin, nor does a file that no twin makes smaller', () => {
  writeFileSync(join(folder, 'icon.png'), CONTENT);
  writeFileSync(join(folder, 'short.wasm'), 'x');
  compressFolder(folder);
  expect(readdirSync(folder).sort()).toEqual(['assets', 'icon.png', 'short.wasm']);
});
