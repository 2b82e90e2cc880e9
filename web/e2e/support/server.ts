// SPDX-License-Identifier: AGPL-3.0-or-later
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

/** The server under test: what xtask built, else what `cargo build` left in the usual place. */
const BINARY = process.env.TABIYA_BIN ?? resolve(import.meta.dirname, '../../../target/debug/tabiya');

/** The real server in a process of its own, with a data folder that outlives a kill. */
export class Server {
  private process: ChildProcess | undefined;
  /** What it has printed on standard output. */
  printed = '';
  /** What it has written on standard error. */
  logged = '';
  /** Called at the next line that the server prints. */
  private heard: (() => void)[] = [];

  private constructor(
    private readonly data: string,
    private port: number,
    private readonly flags: string[],
    private readonly securePort?: number,
  ) {}

  /** Starts with an empty data folder on a free port. */
  static async start(flags: string[] = []): Promise<Server> {
    const server = new Server(await mkdtemp(join(tmpdir(), 'tabiya-e2e-')), await freePort(), flags);
    await server.run();
    return server;
  }

  /** Starts one that has to know its own address: `flags` are told it. */
  static async startKnowing(flags: (origin: string) => string[]): Promise<Server> {
    const server = new Server(await mkdtemp(join(tmpdir(), 'tabiya-e2e-')), await freePort(), []);
    server.flags.push(...flags(server.origin));
    await server.run();
    return server;
  }

  /** Starts one that speaks HTTPS as well, with a certificate that no browser knows. */
  static async startSecure(): Promise<Server> {
    const [port, secure] = [await freePort(), await freePort()];
    const flags = ['--https', 'self-signed', '--listen-https', `127.0.0.1:${secure}`];
    const server = new Server(await mkdtemp(join(tmpdir(), 'tabiya-e2e-')), port, flags, secure);
    await server.run();
    return server;
  }

  /** Where it listens; the same after a restart. */
  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Where it speaks HTTPS. */
  get secureOrigin(): string {
    return `https://127.0.0.1:${this.securePort}`;
  }

  /** The same server under a host name that no browser takes for local. */
  get lanOrigin(): string {
    return `http://tabiya.lan:${this.port}`;
  }

  /** The one-time link that makes an admin; a server without one prints it when it starts. */
  async adminLink(): Promise<string> {
    for (;;) {
      const found = /\/admin#\S+/.exec(this.printed);
      if (found) return found[0];
      await new Promise((again) => this.heard.push(() => again(undefined)));
    }
  }

  /** Kills it as a power cut would. */
  async kill(): Promise<void> {
    const running = this.process;
    this.process = undefined;
    if (running?.exitCode === null) {
      running.kill('SIGKILL');
      await once(running, 'exit');
    }
  }

  /** Starts it again on the same data and the same port. */
  async restart(): Promise<void> {
    await this.run();
  }

  async dispose(): Promise<void> {
    await this.kill();
    await rm(this.data, { recursive: true, force: true });
  }

  private async run(): Promise<void> {
    const listen = `127.0.0.1:${this.port}`;
    const child = spawn(BINARY, ['serve', '--listen', listen, '--data', this.data, ...this.flags], {
      env: { ...process.env, NO_COLOR: '1', TABIYA_BACKUPS: 'off' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.process = child;
    this.port = await new Promise<number>((found, failed) => {
      createInterface({ input: child.stdout }).on('line', (line) => {
        this.printed += `${line}\n`;
        for (const hear of this.heard.splice(0)) hear();
        const address = /https?:\/\/127\.0\.0\.1:(\d+)/.exec(line);
        if (address) found(this.securePort === undefined ? Number(address[1]) : this.port);
      });
      createInterface({ input: child.stderr }).on('line', (line) => (this.logged += `${line}\n`));
      child.once('error', failed);
      child.once('exit', () => failed(new Error(`the server ended; it said:\n${this.printed}${this.logged}`)));
    });
  }
}

/** How many ports each of the three workers has, and how many of its own this one has given away. */
const PORTS = 3_000;
let given = 0;

/**
 * A port that nobody uses, below those that the system gives to whoever asks for any: while a server is killed and started again,
 * nobody takes it.
 */
async function freePort(): Promise<number> {
  const worker = Number(process.env.TEST_PARALLEL_INDEX ?? 0) % 3;
  given += 1;
  const port = 20_000 + worker * PORTS + ((process.pid * 97 + given) % PORTS);
  const probe = createServer();
  try {
    probe.listen(port, '127.0.0.1');
    await once(probe, 'listening');
  } catch {
    return freePort();
  }
  probe.close();
  await once(probe, 'close');
  return port;
}
