// SPDX-License-Identifier: AGPL-3.0-or-later
// Workers of the tests: the worker's own code and the real module, in this thread.
import { readFileSync } from 'node:fs';
import { MODULE, NET, netName } from '../build/wasm';
import { Server, type Sources } from '../src/analysis/worker/serve';
import type { WorkerLike } from '../src/analysis/worker/worker';

let compiled: Promise<WebAssembly.Module> | null = null;

/** The module and the network as files. */
export const files: Sources = {
  module: () => (compiled ??= WebAssembly.compile(readFileSync(MODULE))),
  net: () => Promise.resolve(new Uint8Array(readFileSync(NET))),
  netName: netName(readFileSync(NET)),
};

/** A worker that passes messages as a browser does: later, and as copies. */
export class TestWorker implements WorkerLike {
  onmessage: WorkerLike['onmessage'] = null;
  onerror: WorkerLike['onerror'] = null;
  isOver = false;
  private readonly server: Server;

  constructor(sources: Sources = files) {
    this.server = new Server(sources, (heard) => this.later(() => this.onmessage?.({ data: structuredClone(heard) })));
  }

  postMessage(told: Parameters<WorkerLike['postMessage']>[0]): void {
    const copy = structuredClone(told);
    this.later(() => void this.server.hear(copy));
  }

  terminate(): void {
    this.isOver = true;
  }

  private later(act: () => void): void {
    setTimeout(() => {
      if (!this.isOver) act();
    });
  }
}
