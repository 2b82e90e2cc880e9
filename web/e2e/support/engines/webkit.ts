// SPDX-License-Identifier: AGPL-3.0-or-later
// WebKit over WebDriver: JSON over HTTP to WebKitWebDriver, which starts WebKitGTK's small browser on a screen that
// only exists in memory.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { type Engine, type MouseAction, type Window, keyboard, mouse } from './engine';
import { crop, readXwd } from './picture';

/** Where the three programs are. */
export interface WebKitPrograms {
  driver: string;
  browser: string;
  xvfb: string;
}

/** Width and height of the page, and the height of the bar above it. */
type Size = [number, number, number];

/** Larger than any page that is asked for, with its tool bar. */
const SCREEN = { width: 1320, height: 1000 };

/** How long the driver may take for what it was asked. */
const LONGEST_ANSWER_MS = 30_000;

/** Shrinks the browser's own tool bar: at its usual size the window can't be as narrow as a phone. */
const NARROW_TOOL_BAR = '* { margin: 0; padding: 0; min-width: 0; min-height: 0; }\n';

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

/** Asks until somebody answers: the driver tells nobody when it is ready. */
async function untilReady(port: number, driver: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 1_000; tries++) {
    if (driver.exitCode !== null) throw new Error(`WebKitWebDriver ended with status ${driver.exitCode}`);
    const answer = await fetch(`http://127.0.0.1:${port}/status`).catch(() => null);
    if (answer?.ok) return;
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error('WebKitWebDriver does not answer');
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill();
  await once(child, 'exit');
}

/** Starts a screen in memory and the driver on it. */
export async function startWebKit(programs: WebKitPrograms): Promise<Engine> {
  const home = await mkdtemp(join(tmpdir(), 'tabiya-webkit-'));
  await mkdir(join(home, 'gtk-3.0'));
  await writeFile(join(home, 'gtk-3.0', 'gtk.css'), NARROW_TOOL_BAR);
  const screen = `${SCREEN.width}x${SCREEN.height}x24`;
  const flags = ['-displayfd', '3', '-screen', '0', screen, '-nolisten', 'tcp', '-fbdir', home];
  const xvfb = spawn(programs.xvfb, flags, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const display = await new Promise<string>((found, failed) => {
    createInterface({ input: xvfb.stdio[3] as Readable }).once('line', found);
    xvfb.once('error', failed);
    xvfb.once('exit', () => failed(new Error('Xvfb ended before it had a screen')));
  });
  const environment = {
    ...process.env,
    DISPLAY: `:${display}`,
    HOME: home,
    XDG_CONFIG_HOME: home,
    LIBGL_ALWAYS_SOFTWARE: '1',
    WEBKIT_DISABLE_DMABUF_RENDERER: '1',
    // The sandbox needs more rights than a container has; what is opened here is our own server alone.
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
  };
  let driver = await startDriver(programs.driver, environment);
  return {
    open: async () => {
      for (let tries = 1; ; tries++) {
        try {
          return await openWindow(driver.url, programs.browser, join(home, 'Xvfb_screen0'));
        } catch (problem) {
          // WebKitGTK's small browser hangs now and then before it has a window, and its driver with it.
          if (tries === 3) throw problem;
          console.warn(`WebKit opened no window, and is started again: ${problem}`);
          await end(driver.process);
          driver = await startDriver(programs.driver, environment);
        }
      }
    },
    stop: async () => {
      await end(driver.process);
      await end(xvfb);
      await rm(home, { recursive: true, force: true });
    },
  };
}

interface Driver {
  process: ChildProcess;
  url: string;
}

async function startDriver(program: string, env: NodeJS.ProcessEnv): Promise<Driver> {
  const port = await freePort();
  const process = spawn(program, [`--port=${port}`], { stdio: 'ignore', env });
  await untilReady(port, process);
  return { process, url: `http://127.0.0.1:${port}` };
}

async function call(method: string, url: string, body?: object): Promise<unknown> {
  const signal = AbortSignal.timeout(LONGEST_ANSWER_MS);
  const answer = await fetch(url, { method, signal, body: body && JSON.stringify(body) });
  const { value } = (await answer.json()) as { value: unknown };
  if (!answer.ok) throw new Error(`${method} ${url}: ${JSON.stringify(value)}`);
  return value;
}

async function openWindow(driver: string, binary: string, screen: string): Promise<Window> {
  const options = { 'webkitgtk:browserOptions': { binary, args: ['--automation'] } };
  const created = await call('POST', `${driver}/session`, { capabilities: { alwaysMatch: options } });
  const session = `${driver}/session/${(created as { sessionId: string }).sessionId}`;
  const run = async (expression: string) => {
    const script = { script: `return JSON.stringify(${expression})`, args: [] };
    const value = (await call('POST', `${session}/execute/sync`, script)) as string | null;
    return value === null ? undefined : JSON.parse(value);
  };
  return {
    goto: async (url) => {
      await call('POST', `${session}/url`, { url });
    },
    run,
    resize: async (width, height) => {
      let got = [0, 0];
      for (let tries = 0; tries < 200; tries++) {
        // Both sizes change a moment after they were asked for, and a new window may still be without its bar.
        const bars = (await run('outerHeight - innerHeight')) as number;
        await call('POST', `${session}/window/rect`, { x: 0, y: 0, width, height: height + bars });
        got = (await run('[innerWidth, innerHeight]')) as number[];
        if (got[0] === width && got[1] === height) return;
        await new Promise((done) => setTimeout(done, 100));
      }
      throw new Error(`asked for ${width}×${height}, got ${got.join('×')}`);
    },
    act: async (actions: MouseAction[], held) => {
      await call('POST', `${session}/actions`, { actions: mouse(actions, held) });
    },
    press: async (keys) => {
      await call('POST', `${session}/actions`, { actions: keyboard(keys) });
    },
    // The driver's own screenshot never returns here. The window stands in the screen's corner, its bar on top.
    picture: async () => {
      const [width, height, bar] = (await run('[innerWidth, innerHeight, outerHeight - innerHeight]')) as Size;
      return crop(readXwd(await readFile(screen)), 0, bar, width, height);
    },
    errors: () => [],
    close: async () => {
      await call('DELETE', session);
    },
  };
}
