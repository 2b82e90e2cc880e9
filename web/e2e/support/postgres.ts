// SPDX-License-Identifier: AGPL-3.0-or-later
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const DISTRIBUTIONS = '/usr/lib/postgresql';

/** Where the programs of the newest PostgreSQL on this machine are; undefined where there is none. */
function programs(): string | undefined {
  if (!existsSync(DISTRIBUTIONS)) return undefined;
  const newest = readdirSync(DISTRIBUTIONS).sort((a, b) => Number(b) - Number(a));
  return newest.map((version) => join(DISTRIBUTIONS, version, 'bin')).find((bin) => existsSync(join(bin, 'initdb')));
}

/** A PostgreSQL server with a folder of its own, which is removed at the end. It listens on a Unix socket there. */
export class Postgres {
  private constructor(
    private readonly folder: string,
    private readonly process: ChildProcess,
  ) {}

  /** Starts one; undefined where PostgreSQL is not installed. */
  static async start(): Promise<Postgres | undefined> {
    const bin = programs();
    if (!bin) return undefined;
    const folder = mkdtempSync(join(tmpdir(), 'tabiya-e2e-pg-'));
    const data = join(folder, 'data');
    // PostgreSQL refuses to run as root.
    const owner = process.getuid?.() === 0 ? ids('postgres') : undefined;
    if (owner) chownSync(folder, owner.uid, owner.gid);
    const options = { ...owner, cwd: folder, stdio: 'ignore' } as const;
    const made = ['--auth=trust', '--username=postgres', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'];
    execFileSync(join(bin, 'initdb'), [...made, '--pgdata', data], options);
    const settings = `fsync = off\nlisten_addresses = ''\nunix_socket_directories = '${folder}'\n`;
    appendFileSync(join(data, 'postgresql.conf'), settings);
    const started = new Postgres(folder, spawn(join(bin, 'postgres'), ['-D', data], options));
    for (let tries = 0; ; tries++) {
      try {
        execFileSync(join(bin, 'psql'), ['-XAtq', '-U', 'postgres', '-h', folder, '-c', 'SELECT 1'], options);
        return started;
      } catch (error) {
        if (tries > 200) throw error;
        await new Promise((again) => setTimeout(again, 100));
      }
    }
  }

  /** The database's URL. */
  get url(): string {
    return `postgres://postgres@${encodeURIComponent(this.folder)}:5432/postgres`;
  }

  /** Runs a statement in the database. */
  sql(statement: string): void {
    const owner = process.getuid?.() === 0 ? ids('postgres') : undefined;
    const options = { ...owner, cwd: this.folder, stdio: 'ignore' } as const;
    execFileSync(join(programs() ?? '', 'psql'), ['-XAtq', '-U', 'postgres', '-h', this.folder, '-v', 'ON_ERROR_STOP=1', '-c', statement], options);
  }

  /** Ends it at once. It is not killed: that would leave a piece of shared memory behind, and a machine has only some thousand. */
  async dispose(): Promise<void> {
    if (this.process.exitCode === null && this.process.signalCode === null) {
      const ended = once(this.process, 'exit');
      this.process.kill('SIGQUIT');
      await ended;
    }
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 10 });
  }
}

function ids(user: string): { uid: number; gid: number } {
  const id = (of: string) => Number(execFileSync('id', [of, user]).toString());
  return { uid: id('-u'), gid: id('-g') };
}
