// SPDX-License-Identifier: AGPL-3.0-or-later
// Firefox over WebDriver BiDi: JSON commands on one WebSocket (w3c.github.io/webdriver-bidi).
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import WebSocket from 'ws';
import { type Engine, type MouseAction, type Window, keyboard, mouse } from './engine';
import { readPng } from './picture';

type Answer = Record<string, unknown>;

/** What BiDi sends: the answer to a command, or an event. */
interface Message {
  id?: number;
  type: 'success' | 'error' | 'event';
  result?: Answer;
  error?: string;
  message?: string;
  method?: string;
  params?: { level?: string; text?: string | null; source?: { context?: string } };
}

/** Commands and their answers, told apart by number. */
class Connection {
  private last = 0;
  private readonly waiting = new Map<number, (message: Message) => void>();

  constructor(
    private readonly socket: WebSocket,
    onEvent: (message: Message) => void,
  ) {
    socket.on('message', (data) => {
      const message = JSON.parse(String(data)) as Message;
      if (message.id === undefined) return onEvent(message);
      this.waiting.get(message.id)?.(message);
      this.waiting.delete(message.id);
    });
  }

  async send(method: string, params: object): Promise<Answer> {
    const id = ++this.last;
    const answered = new Promise<Message>((done) => this.waiting.set(id, done));
    this.socket.send(JSON.stringify({ id, method, params }));
    const { type, result, error, message } = await answered;
    if (type === 'error') throw new Error(`${method}: ${error}: ${message}`);
    return result ?? {};
  }
}

/** Preferences without which Firefox talks to its maker or asks questions. */
const PREFERENCES = `
user_pref("app.update.disabledForTesting", true);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("services.settings.server", "data:,#remote-settings-dummy/v1");
user_pref("toolkit.telemetry.server", "data:,");
user_pref("ui.prefersReducedMotion", 1);
user_pref("ui.systemUsesDarkTheme", 0);
`;

/** Starts a Firefox without a window. */
export async function startFirefox(program: string): Promise<Engine> {
  const profile = await mkdtemp(join(tmpdir(), 'tabiya-firefox-'));
  await writeFile(join(profile, 'user.js'), PREFERENCES);
  const child = spawn(program, ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, HOME: profile, MOZ_CRASHREPORTER_DISABLE: '1' },
  });
  const address = await new Promise<string>((found, failed) => {
    let log = '';
    createInterface({ input: child.stderr }).on('line', (line) => {
      log += `${line}\n`;
      const listening = /WebDriver BiDi listening on (ws:\S+)/.exec(line);
      if (listening?.[1]) found(listening[1]);
    });
    child.once('error', failed);
    child.once('exit', () => failed(new Error(`Firefox ended; it said:\n${log}`)));
  });
  const socket = new WebSocket(`${address}/session`);
  await once(socket, 'open');
  const errors = new Map<string, string[]>();
  const connection = new Connection(socket, ({ method, params }) => {
    if (method !== 'log.entryAdded' || params?.level !== 'error') return;
    errors.get(params.source?.context ?? '')?.push(params.text ?? '');
  });
  await connection.send('session.new', { capabilities: {} });
  await connection.send('session.subscribe', { events: ['log.entryAdded'] });
  return {
    open: () => openWindow(connection, errors),
    stop: async () => {
      socket.close();
      child.kill();
      await once(child, 'exit');
      await rm(profile, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

/** Firefox says so of a file that was still on its way when somebody left the page, sometimes when the next one is there. */
const LEFT_BEHIND = /^Failed to load .* A ServiceWorker intercepted the request and encountered an unexpected error\.$/;

async function openWindow(connection: Connection, errors: Map<string, string[]>): Promise<Window> {
  const { userContext } = await connection.send('browser.createUserContext', {});
  const { context } = await connection.send('browsingContext.create', { type: 'tab', userContext });
  const told: string[] = [];
  let [isOpen, hasLeft] = [false, false];
  errors.set(String(context), told);
  return {
    goto: async (url) => {
      hasLeft ||= isOpen;
      isOpen = true;
      await connection.send('browsingContext.navigate', { context, url, wait: 'complete' });
    },
    run: async (expression) => {
      const script = { expression: `JSON.stringify(${expression})`, target: { context }, awaitPromise: true };
      const answer = await connection.send('script.evaluate', script);
      if (answer.type === 'exception') throw new Error(JSON.stringify(answer.exceptionDetails));
      const { value } = answer.result as { value?: string };
      return value === undefined ? undefined : JSON.parse(value);
    },
    resize: async (width, height) => {
      await connection.send('browsingContext.setViewport', { context, viewport: { width, height } });
    },
    act: async (actions: MouseAction[], held) => {
      await connection.send('input.performActions', { context, actions: mouse(actions, held) });
    },
    press: async (keys) => {
      await connection.send('input.performActions', { context, actions: keyboard(keys) });
    },
    picture: async () => {
      const { data } = await connection.send('browsingContext.captureScreenshot', { context });
      return readPng(Buffer.from(String(data), 'base64'));
    },
    errors: () => told.filter((text) => !hasLeft || !LEFT_BEHIND.test(text)),
    close: async () => {
      errors.delete(String(context));
      await connection.send('browser.removeUserContext', { userContext });
    },
  };
}
