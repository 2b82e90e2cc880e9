// SPDX-License-Identifier: AGPL-3.0-or-later
import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { device } from '../src/platform/device.svelte';
import { notifications } from '../src/people/notifications.svelte';
import { push } from '../src/people/push.svelte';

// The page asks for it as soon as it is loaded.
vi.hoisted(() => Object.assign(globalThis, { isSecureContext: true }));

const SENTENCES = { turn: 'It’s your move.', challenge: 'Somebody wants to play with you.' };

/** What a browser has of it: a subscription, the answers of the server, and what was left for the service worker. */
let subscription: { key: string; endpoint?: string } | null;
let view: { key: string | null; on: boolean };
/** How the server answers what is sent. */
let status: number;
let calls: [string, string, unknown][];
let left: Map<string, unknown>;
/** What the person answers when the browser asks, and how often it did. */
let permission: NotificationPermission;
const asked = vi.fn();

const address = () => subscription?.endpoint ?? 'https://push.example/1';

const own = () =>
  subscription && {
    endpoint: address(),
    toJSON: () => ({ endpoint: address(), keys: { p256dh: 'point', auth: 'secret' } }),
    unsubscribe: () => Promise.resolve((subscription = null)),
  };

const pushManager = {
  getSubscription: () => Promise.resolve(own()),
  subscribe: ({ applicationServerKey }: { applicationServerKey: string }) => {
    if (subscription && subscription.key !== applicationServerKey) return Promise.reject(new DOMException('another key', 'InvalidStateError'));
    subscription = { key: applicationServerKey };
    return Promise.resolve(own());
  },
};

const fetched = (path: string, { method = 'GET', body }: RequestInit = {}) => {
  calls.push([method, path, typeof body === 'string' ? JSON.parse(body) : null]);
  const refused = () => Response.json({ error: { code: 'bad_request', message: 'endpoint must be on the internet' } }, { status });
  if (method === 'GET') return Promise.resolve(Response.json(view));
  return Promise.resolve(status === 204 ? new Response(null, { status }) : refused());
};

beforeEach(() => {
  localStorage.clear();
  subscription = null;
  view = { key: 'server', on: false };
  status = 204;
  calls = [];
  left = new Map();
  permission = 'default';
  device.isTrusted = true;
  vi.stubGlobal('PushManager', class {});
  vi.stubGlobal('Notification', {
    get permission() {
      return permission;
    },
    requestPermission: () => {
      asked();
      permission = 'granted';
      return Promise.resolve(permission);
    },
  });
  vi.stubGlobal('navigator', { ...navigator, serviceWorker: { ready: Promise.resolve({ pushManager }) } });
  vi.stubGlobal('caches', {
    open: () => Promise.resolve({ put: async (path: string, answer: Response) => left.set(path, await answer.json()) }),
  });
  vi.stubGlobal('fetch', fetched);
});

afterEach(() => {
  vi.clearAllMocks();
  vi.unstubAllGlobals();
});

describe('the page', () => {
  test('leaves it off until it is asked for, and then tells the server', async () => {
    await push.load();
    expect([push.offer, push.isOn]).toEqual(['offered', false]);
    expect(asked).not.toHaveBeenCalled();
    expect(await push.turn(true, SENTENCES)).toBe(true);
    expect(asked).toHaveBeenCalledOnce();
    expect(push.isOn).toBe(true);
    expect(calls.at(-1)).toEqual(['PUT', '/api/page/push', { endpoint: 'https://push.example/1', key: 'point', secret: 'secret' }]);
    expect(left.get('/pushed')).toMatchObject(SENTENCES);
    await push.turn(false, SENTENCES);
    expect([push.isOn, subscription]).toEqual([false, null]);
    expect(calls.at(-1)?.slice(0, 2)).toEqual(['POST', '/api/page/push/off']);
  });

  test('does nothing where the person tells the browser no', async () => {
    await push.load();
    vi.stubGlobal('Notification', { permission: 'denied', requestPermission: () => Promise.resolve('denied') });
    expect(await push.turn(true, SENTENCES)).toBe(false);
    expect([push.isOn, subscription, notifications.state]).toEqual([false, null, 'denied']);
    expect(calls.every(([method]) => method === 'GET')).toBe(true);
  });

  test('is off again where the server refuses the device', async () => {
    await push.load();
    status = 400;
    await expect(push.turn(true, SENTENCES)).rejects.toThrow('internet');
    expect([push.isOn, subscription]).toEqual([false, null]);
  });

  test('replaces a subscription to another server’s key', async () => {
    subscription = { key: 'old server' };
    await push.load();
    await push.turn(true, SENTENCES);
    expect(subscription).toEqual({ key: 'server' });
  });

  test('says that it is on only where server and browser both know of it', async () => {
    for (const [on, has, isOn] of [
      [true, true, true],
      [true, false, false],
      [false, true, false],
    ] as const) {
      view = { key: 'server', on };
      subscription = has ? { key: 'server' } : null;
      await push.load();
      expect(push.isOn, `${on} ${has}`).toBe(isOn);
    }
  });

  test('tells the server an address that the browser got while no server was in reach', async () => {
    const told = () => calls.filter(([method]) => method === 'PUT').map(([, , body]) => (body as { endpoint: string }).endpoint);
    await push.load();
    await push.turn(true, SENTENCES);
    view = { key: 'server', on: true };
    calls = [];
    await push.load();
    expect([push.isOn, told()]).toEqual([true, []]);
    subscription = { key: 'server', endpoint: 'https://push.example/2' };
    // As long as the server takes it not, the device is told nothing, and the page says so.
    status = 503;
    await push.load();
    expect([push.isOn, told()]).toEqual([false, ['https://push.example/2']]);
    expect(subscription).not.toBe(null);
    status = 204;
    await push.load();
    await push.load();
    expect([push.isOn, told()]).toEqual([true, ['https://push.example/2', 'https://push.example/2']]);
    // Nobody has asked for it in this session: nothing is told.
    view = { key: 'server', on: false };
    subscription = { key: 'server', endpoint: 'https://push.example/3' };
    await push.load();
    expect([push.isOn, told().length]).toEqual([false, 2]);
  });

  test('says why it offers nothing', async () => {
    view = { key: null, on: false };
    await push.load();
    expect(push.offer).toBe('off');
    view = { key: 'server', on: true };
    device.isTrusted = false;
    await push.load();
    expect([push.offer, push.isOn]).toEqual(['insecure', false]);
    device.isTrusted = true;
    vi.stubGlobal('navigator', {});
    await push.load();
    expect([push.offer, push.isOn]).toEqual(['missing', false]);
  });
});

type Shown = { title: string; body: string; tag: string; silent: boolean; closed: boolean };

/** The service worker with a browser around it: what it shows, and what it answers to events. */
async function worker(pages: { visibilityState: string; focus?: () => void }[] = []) {
  const listeners = new Map<string, (event: object) => void>();
  const shown: Shown[] = [];
  const opened: string[] = [];
  const globals = {
    addEventListener: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
    registration: {
      pushManager,
      showNotification: async (title: string, options: Omit<Shown, 'title' | 'closed'>) => void shown.push({ title, closed: false, ...options }),
      getNotifications: async ({ tag }: { tag: string }) =>
        shown.filter((one) => one.tag === tag).map((one) => ({ close: () => (one.closed = true) })),
    },
    clients: { matchAll: async () => pages, openWindow: async (path: string) => opened.push(path) },
    caches: { match: async (path: string) => (left.has(path) ? Response.json(left.get(path)) : undefined) },
    fetch: fetched,
  };
  const source = await readFile('public/sw.js', 'utf8');
  new Function(...Object.keys(globals), source)(...Object.values(globals));
  const happens = async (type: string, event: object) => {
    let done: Promise<unknown> = Promise.resolve();
    listeners.get(type)?.({ ...event, waitUntil: (promise: Promise<unknown>) => (done = promise) });
    await done;
  };
  return { happens, shown, opened, push: (word: string) => happens('push', { data: { text: () => word } }) };
}

describe('the service worker', () => {
  beforeEach(() => left.set('/pushed', { title: 'Chess club', lang: 'en', ...SENTENCES }));

  test('shows the sentence for a word, and none that nobody left', async () => {
    const { push: pushed, shown } = await worker();
    await pushed('turn');
    await pushed('challenge');
    await pushed('constructor');
    left.clear();
    await pushed('turn');
    expect(shown.map(({ title, body }) => [title, body])).toEqual([
      ['Chess club', 'It’s your move.'],
      ['Chess club', 'Somebody wants to play with you.'],
      ['Chess club', ''],
      ['Tabiya', ''],
    ]);
    expect(shown.some(({ silent, closed }) => silent || closed)).toBe(false);
  });

  test('does not disturb whoever looks at a page', async () => {
    const { push: pushed, shown } = await worker([{ visibilityState: 'hidden' }, { visibilityState: 'visible' }]);
    await pushed('turn');
    expect(shown).toMatchObject([{ silent: true, closed: true }]);
  });

  test('leads to the page that is open, or to the start page', async () => {
    const close = vi.fn();
    const focus = vi.fn();
    const closed = await worker();
    await closed.happens('notificationclick', { notification: { close } });
    expect([closed.opened, close.mock.calls.length]).toEqual([['/'], 1]);
    const open = await worker([{ visibilityState: 'hidden', focus }]);
    await open.happens('notificationclick', { notification: { close } });
    expect([open.opened, focus.mock.calls.length]).toEqual([[], 1]);
  });

  test('tells the server a new address only for a person who has asked for it', async () => {
    const told = () => calls.filter(([method]) => method === 'PUT').map(([, , body]) => body);
    const { happens } = await worker();
    for (const [on, answer, isKept] of [
      [true, 204, true],
      [false, 204, false],
      [true, 401, false],
    ] as const) {
      view = { key: 'server', on };
      status = answer;
      subscription = null;
      calls = [];
      await happens('pushsubscriptionchange', { oldSubscription: { options: { applicationServerKey: 'server' } } });
      expect([told().length, subscription !== null], `${on} ${answer}`).toEqual([on ? 1 : 0, isKept]);
    }
    // Some browsers say nothing of the old one.
    await happens('pushsubscriptionchange', {});
    expect(subscription).toBe(null);
  });
});
