// SPDX-License-Identifier: AGPL-3.0-or-later
// The module with the rules and the engine that `cargo xtask wasm` builds: what stands beside it, and from which sources it comes.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

/** The folder of the project. */
export const ROOT = resolve(import.meta.dirname, '../..');
export const MODULE = join(ROOT, 'web/src/analysis/worker/tabiya-wasm.wasm');
export const BESIDE = join(ROOT, 'web/src/analysis/worker/tabiya-wasm.json');
export const NET = join(ROOT, 'crates/tabiya-engine/nets/2.net');

/** What is known of the module; the file beside it. */
export interface Beside {
  /** Of the module. */
  sha256: string;
  /** The compiler and the linker that made it. */
  toolchain: string;
  /** Of the sources that it was made from. */
  sources: string;
  /** Bytes. */
  size: { raw: number; gzip: number; brotli: number };
}

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** The 16 hexadecimal digits by which the engine knows its network: FNV-1a of 64 bits, as `session.rs` of `tabiya-wasm` counts it. */
export function netName(bytes: Uint8Array): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of bytes) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash.toString(16).padStart(16, '0');
}

/** A hash over the sources of the module: the names and contents of all files of its crates that are compiled, and how they are. */
export function sourcesHash(): string {
  const hash = createHash('sha256');
  for (const name of ['tabiya-engine', 'tabiya-pgn', 'tabiya-rules', 'tabiya-wasm']) {
    const folder = join(ROOT, 'crates', name);
    for (const file of [join(folder, 'Cargo.toml'), ...filesBelow(join(folder, 'src'))]) {
      hash.update(`${relative(ROOT, file).split(sep).join('/')}\0`);
      hash.update(readFileSync(file));
      hash.update('\0');
    }
  }
  const [profile] = /^\[profile\.wasm\]$[\s\S]*?(?=^\[(?!profile\.wasm))|^\[profile\.wasm\]$[\s\S]*/m.exec(readFileSync(join(ROOT, 'Cargo.toml'), 'utf8')) ?? [''];
  return hash.update(profile).digest('hex');
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const path = join(folder, name);
      return statSync(path).isDirectory() ? filesBelow(path) : [path];
    });
}

/** How long a file is, as it stands and as the server sends it. */
export function sizeOf(bytes: Uint8Array): Beside['size'] {
  return { raw: bytes.length, gzip: gzipSync(bytes, { level: 9 }).length, brotli: brotliCompressSync(bytes).length };
}
