// SPDX-License-Identifier: AGPL-3.0-or-later
// The script of the workers for the rules and the engine. Its answer alone may compile WebAssembly: the server's content security
// policy says so, by this file's name.
import netUrl from '../../../../crates/tabiya-engine/nets/2.net?url';
import { Server } from './serve';
import type { Told } from './types';

/** By which digits the engine must know the network; the build puts it here (`vite.config.ts`). */
declare const NET_NAME: string;

/** The address of the module; none where the page was built without it. */
const [moduleUrl] = Object.values(import.meta.glob<string>('./tabiya-wasm.wasm', { query: '?url', import: 'default', eager: true }));

async function fetched(url: string): Promise<Response> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  return response;
}

async function module(): Promise<WebAssembly.Module> {
  if (moduleUrl === undefined) throw new Error('This server was built without the engine for the page.');
  return await WebAssembly.compileStreaming(fetched(moduleUrl));
}

async function net(): Promise<Uint8Array> {
  return new Uint8Array(await (await fetched(netUrl)).arrayBuffer());
}

const server = new Server({ module, net, netName: NET_NAME }, (heard) => postMessage(heard));
addEventListener('message', ({ data }: MessageEvent<Told>) => void server.hear(data));
