// SPDX-License-Identifier: AGPL-3.0-or-later
// What the worker does with what it is told. A search goes depth by depth, with a turn of the message loop between two depths,
// in which a `stop` is heard.
import { Module } from './module';
import type { Answer, EngineInfo, Heard, ProblemCode, SearchWish, Told, Version } from './types';

/** Where the module and the network come from. */
export interface Sources {
  module(): Promise<WebAssembly.Module>;
  net(): Promise<Uint8Array>;
  /** By which digits the engine must know that network. */
  netName: string;
}

const problem = (code: ProblemCode, message: string): Answer => ({ error: { code, message } });

export class Server {
  private readonly module: Promise<Module>;
  private net: Promise<Answer> | null = null;
  /** The network, as it came. */
  private bytes: Uint8Array = new Uint8Array();
  /** The search that runs. */
  private running = 0;

  constructor(
    private readonly sources: Sources,
    private readonly post: (heard: Heard) => void,
  ) {
    this.module = sources.module().then((compiled) => new Module(compiled));
    this.module.catch(() => {}); // Each question is told.
  }

  async hear(told: Told): Promise<void> {
    const { id } = told;
    try {
      if ('stop' in told) {
        this.running = 0;
        this.post({ id, stopped: true });
      } else if ('search' in told) {
        this.running = id;
        await this.search(id, told.search);
      } else {
        const module = await this.loaded();
        const missing = told.needsNet ? await this.withNet(module) : null;
        this.post({ id, answer: missing ?? module.call(told.call) });
      }
    } catch (error) {
      const isUnavailable = error instanceof Unavailable;
      this.post({ id, answer: problem(isUnavailable ? 'unavailable' : 'died', String((error as Error).message ?? error)) });
    }
  }

  private async loaded(): Promise<Module> {
    try {
      return await this.module;
    } catch (error) {
      throw new Unavailable(error instanceof Error ? error.message : String(error));
    }
  }

  /** Gives the engine its network, once. Returns what is wrong with it. */
  private async withNet(module: Module): Promise<Answer | null> {
    this.net ??= this.sources.net().then(
      (bytes) => {
        this.bytes = bytes;
        return this.checked(module, module.net(bytes));
      },
      (error: unknown) => problem('net', `The engine's network did not arrive: ${error instanceof Error ? error.message : String(error)}`),
    );
    const answer = await this.net;
    if ('ok' in answer) return null;
    this.net = null; // The next question tries again.
    return answer;
  }

  /** Another network of the same size would search, and find other moves than the server's engine. */
  private checked(module: Module, taken: Answer): Answer {
    if (!('ok' in taken)) return taken;
    const version = module.call({ do: 'version' });
    const found = 'ok' in version ? (version.ok as Version).net : null;
    return found === this.sources.netName ? taken : problem('net', `The engine's network is ${found}, expected ${this.sources.netName}.`);
  }

  private async search(id: number, wish: SearchWish): Promise<void> {
    const module = await this.loaded();
    const missing = await this.withNet(module);
    if (this.running !== id) return;
    // With a network the engine forgets what it has found with another one, and so with the same one once more.
    if (wish.isFresh && !missing) module.net(this.bytes);
    const begun = missing ?? module.search(wish);
    this.post({ id, answer: begun });
    if (!('ok' in begun)) return;
    const start = performance.now();
    let goesOn = true;
    while (goesOn && this.running === id) {
      goesOn = module.step((report) => this.post({ id, info: timed(report as EngineInfo, performance.now() - start) }));
      await turn();
    }
  }
}

class Unavailable extends Error {}

/** A report with the time, which the engine does not know. */
function timed(info: EngineInfo, time: number): EngineInfo {
  return { ...info, time: Math.round(time), nps: time > 0 ? Math.round((info.nodes / time) * 1000) : 0 };
}

/** A turn of the message loop. */
const turn = () => new Promise((then) => setTimeout(then));
