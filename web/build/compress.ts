// SPDX-License-Identifier: AGPL-3.0-or-later
// Writes a `.br` and a `.gz` twin beside the files of the bundle, so that the server compresses nothing. A page that came over
// plain HTTP, as on a network at home, is given no brotli by its browser: it takes the `.gz`.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** What is compressed by its own format. All else is worth a try: texts, programs (`wasm`), networks of an engine. */
const COMPRESSED = /\.(png|ico|jpe?g|gif|webp|avif|woff2|mp3|ogg|br|gz)$/;

/** A twin that saves nothing is not worth its place in the binary. */
function writeIfSmaller(path: string, twin: Buffer, original: Buffer): void {
  if (twin.length < original.length) writeFileSync(path, twin);
}

function compressFile(path: string): void {
  const bytes = readFileSync(path);
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  writeIfSmaller(`${path}.br`, brotliCompressSync(bytes, quality), bytes);
  writeIfSmaller(`${path}.gz`, gzipSync(bytes, { level: 9 }), bytes);
}

/** Compresses what lies in a folder and below it. */
export function compressFolder(folder: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (name === 'notices') continue; // never served as they are
    if (statSync(path).isDirectory()) compressFolder(path);
    else if (!COMPRESSED.test(name)) compressFile(path);
  }
}

/** The plugin: runs once, after everything else was written. */
export function compress(): Plugin {
  let folder = '';
  return {
    name: 'tabiya-compress',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    closeBundle() {
      compressFolder(folder);
    },
  };
}
