// SPDX-License-Identifier: AGPL-3.0-or-later
// Nodes a second of the page's engine in Node: `cargo xtask bench wasm` runs this beside the native engine. The first bench lets
// the machine code settle, as in a search that a person watches; the second one counts.
import { readFileSync } from 'node:fs';

const at = (path) => readFileSync(new URL(path, import.meta.url));
const file = process.argv[2] ? readFileSync(process.argv[2]) : at('../src/analysis/worker/tabiya-wasm.wasm');
const { exports } = new WebAssembly.Instance(new WebAssembly.Module(file), { env: { report() {} } });

/** Calls an export with bytes, and reads its answer. */
function ask(name, bytes) {
  const address = exports.alloc(bytes.length);
  new Uint8Array(exports.memory.buffer, address, bytes.length).set(bytes);
  const answer = BigInt.asUintN(64, exports[name](address, bytes.length));
  const [start, length] = [Number(answer >> 32n), Number(answer & 0xffff_ffffn)];
  return JSON.parse(new TextDecoder().decode(new Uint8Array(exports.memory.buffer, start, length)));
}

ask('net', at('../../crates/tabiya-engine/nets/2.net'));
const bench = new TextEncoder().encode('{"do":"bench"}');
ask('call', bench);
const begin = performance.now();
const { nodes } = ask('call', bench).ok;
console.log(`${nodes} nodes ${Math.round((nodes * 1000) / (performance.now() - begin))} nps`);
