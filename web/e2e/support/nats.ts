// SPDX-License-Identifier: AGPL-3.0-or-later
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** The program, which `cargo xtask test` finds or installs. */
const PROGRAM = process.env.NATS_SERVER;

/** A NATS server, over which nodes of one site speak to each other. */
export class Nats {
  private constructor(
    private readonly process: ChildProcess,
    /** Its address for nodes. */
    readonly url: string,
  ) {}

  /** Starts one on a free port; undefined where there is none. */
  static async start(): Promise<Nats | undefined> {
    if (!PROGRAM) return undefined;
    const server = spawn(PROGRAM, ['--addr', '127.0.0.1', '--port', '-1'], { stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    const url = await new Promise<string>((found, failed) => {
      createInterface({ input: server.stderr }).on('line', (line) => {
        said += `${line}\n`;
        const port = /Listening for client connections on 127\.0\.0\.1:(\d+)/.exec(line)?.[1];
        if (port !== undefined) found(`nats://127.0.0.1:${port}`);
      });
      server.once('error', failed);
      server.once('exit', () => failed(new Error(`NATS ended; it said:\n${said}`)));
    });
    return new Nats(server, url);
  }

  dispose(): void {
    this.process.kill('SIGKILL');
  }
}
