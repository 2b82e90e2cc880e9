// SPDX-License-Identifier: AGPL-3.0-or-later
// The exports of the module (`crates/tabiya-wasm/src/boundary.rs`), as functions on texts.
import type { Answer } from './types';

interface Exports {
  memory: WebAssembly.Memory;
  alloc(length: number): number;
  free(address: number, length: number): void;
  call(address: number, length: number): bigint;
  net(address: number, length: number): bigint;
  search(address: number, length: number): bigint;
  step(): number;
}

export class Module {
  private readonly exports: Exports;
  private readonly encoder = new TextEncoder();
  private readonly decoder = new TextDecoder();
  private report: (text: string) => void = () => {};

  constructor(compiled: WebAssembly.Module) {
    const report = (address: number, length: number) => this.report(this.read(address, length));
    this.exports = new WebAssembly.Instance(compiled, { env: { report } }).exports as unknown as Exports;
  }

  /** Answers a request. */
  call(request: unknown): Answer {
    return this.ask('call', this.encoder.encode(JSON.stringify(request)));
  }

  /** Gives the engine its network. */
  net(bytes: Uint8Array): Answer {
    return this.ask('net', bytes);
  }

  /** Begins a search. */
  search(request: unknown): Answer {
    return this.ask('search', this.encoder.encode(JSON.stringify(request)));
  }

  /** Searches the next depth. Returns whether the search goes on. */
  step(onReport: (report: unknown) => void): boolean {
    this.report = (text) => onReport(JSON.parse(text));
    return this.exports.step() === 1;
  }

  private ask(name: 'call' | 'net' | 'search', bytes: Uint8Array): Answer {
    const address = this.exports.alloc(bytes.length);
    new Uint8Array(this.exports.memory.buffer, address >>> 0, bytes.length).set(bytes);
    const packed = BigInt.asUintN(64, this.exports[name](address, bytes.length));
    this.exports.free(address, bytes.length);
    const [at, length] = [Number(packed >> 32n), Number(packed & 0xffff_ffffn)];
    const text = this.read(at, length);
    this.exports.free(at, length);
    return JSON.parse(text) as Answer;
  }

  private read(address: number, length: number): string {
    return this.decoder.decode(new Uint8Array(this.exports.memory.buffer, address >>> 0, length));
  }
}
