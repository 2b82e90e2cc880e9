// SPDX-License-Identifier: AGPL-3.0-or-later
// The module of the page, as it is committed: it searches exactly as the server's engine does. `cargo xtask wasm` runs this file
// with TABIYA_WASM_BUILT=FILE, which puts a new module in its place when it passes.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BESIDE, type Beside, MODULE, NET, ROOT, sha256, sizeOf, sourcesHash } from '../build/wasm';
import { Module } from '../src/analysis/worker/module';

const built = process.env.TABIYA_WASM_BUILT;
const bytes = new Uint8Array(readFileSync(built ?? MODULE));
const net = new Uint8Array(readFileSync(NET));

/** Bytes: what the rules, the engine and its network may weigh together, as they are sent. */
const MOST = { gzip: 285_000, brotli: 260_000 };

/** The node count of the native bench, from the test that holds it. */
function nativeNodes(): number {
  const text = readFileSync(join(ROOT, 'crates/tabiya-engine/tests/it/bench.rs'), 'utf8');
  const [, digits] = /const NODES: u64 = ([\d_]+);/.exec(text) ?? [];
  if (digits === undefined) throw new Error('the bench test has no constant NODES');
  return Number(digits.replaceAll('_', ''));
}

test('the same network gives the same node count as on the server', async () => {
  const module = new Module(await WebAssembly.compile(bytes));
  expect(module.net(net)).toEqual({ ok: null });
  expect(module.call({ do: 'bench' }), 'the module is out of date: run `cargo xtask wasm`').toEqual({
    ok: { nodes: nativeNodes() },
  });
}, 120_000);

test('rules, engine and network are as small as they must be', () => {
  const [module, network] = [sizeOf(bytes), sizeOf(net)];
  expect(module.gzip + network.gzip).toBeLessThanOrEqual(MOST.gzip);
  expect(module.brotli + network.brotli).toBeLessThanOrEqual(MOST.brotli);
});

test('it imports one function and nothing else', async () => {
  const imports = WebAssembly.Module.imports(await WebAssembly.compile(bytes));
  expect(imports).toEqual([{ module: 'env', name: 'report', kind: 'function' }]);
});

test.runIf(built === undefined)('the file beside it is about this module', () => {
  const beside = JSON.parse(readFileSync(BESIDE, 'utf8')) as Beside;
  expect(beside.sha256).toBe(sha256(bytes));
  expect(beside.size.raw).toBe(bytes.length);
  // A change that changes no answer needs no new module at once.
  if (beside.sources !== sourcesHash()) console.log('The page\'s engine is older than its sources; `cargo xtask wasm` renews it.');
});

test.runIf(built !== undefined)('a new module is put in its place', () => {
  const toolchain = process.env.TABIYA_WASM_TOOLCHAIN ?? 'unknown';
  const beside: Beside = { sha256: sha256(bytes), toolchain, sources: sourcesHash(), size: sizeOf(bytes) };
  const isNew = !existsSync(MODULE) || sha256(readFileSync(MODULE)) !== beside.sha256;
  writeFileSync(MODULE, bytes);
  writeFileSync(BESIDE, `${JSON.stringify(beside, null, 2)}\n`);
  console.log(`${isNew ? 'A new module' : 'The same bytes'}: ${JSON.stringify(beside.size)}`);
});
