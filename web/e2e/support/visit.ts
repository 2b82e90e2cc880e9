// SPDX-License-Identifier: AGPL-3.0-or-later
import { expect, type Page, type Request, type WebSocket } from '@playwright/test';
import { turnTo } from './turn';

/** What a frame of the socket says it is about. */
const read = (payload: string | Buffer) => JSON.parse(String(payload)) as { type: string; topic?: string };

type Awaited = Set<Request | WebSocket | string>;

/** What the page asks for from now on, by requests and by its socket, until it is answered; and what ends the listening. */
function asking(page: Page): [awaited: Awaited, stop: () => void] {
  const awaited: Awaited = new Set();
  const ask = (request: Request) => void awaited.add(request);
  const end = (request: Request) => void awaited.delete(request);
  const listen = (socket: WebSocket) => {
    awaited.add(socket);
    socket.on('close', () => awaited.delete(socket));
    socket.on('framesent', ({ payload }) => {
      const { type, topic = '' } = read(payload);
      if (type === 'subscribe') awaited.add(topic);
      if (type === 'unsubscribe') awaited.delete(topic);
    });
    socket.on('framereceived', ({ payload }) => {
      awaited.delete(socket);
      const { type, topic = '' } = read(payload);
      if (type !== 'unsubscribed') awaited.delete(topic);
    });
  };
  page.on('request', ask).on('requestfinished', end).on('requestfailed', end).on('websocket', listen);
  return [awaited, () => void page.off('request', ask).off('requestfinished', end).off('requestfailed', end).off('websocket', listen)];
}

/**
 * Waits until a page rests: all that it has asked for is answered and drawn. This takes as long as it takes; "networkidle" would add
 * half a second, and knows of no socket.
 */
async function rests(page: Page, path: string, awaited: Awaited): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first(), path).toBeAttached();
  const left = () => [...awaited].map((one) => (typeof one === 'string' ? one : one.url()));
  do {
    await expect.poll(left, { message: `${path} waits for nothing`, intervals: [20, 50, 100] }).toEqual([]);
    // What is drawn may ask for more.
    await drawn(page);
  } while (awaited.size > 0);
}

/**
 * Removes all routes of a page, after their handlers have answered what they hold. `unroute` alone does not wait: it answers such a
 * request itself, and the handler's own answer then fails the story.
 */
export const letThrough = (page: Page): Promise<void> => page.unrouteAll({ behavior: 'wait' });

/** Has pages that are opened later read from `/api/info` that their server listens on its network, at this address. */
export async function onNetwork(page: Page, address: string): Promise<void> {
  await page.route('**/api/info', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), loopback: false, lan_urls: [address] } });
  });
}

/** Opens a page and waits until it rests. */
export async function visit(page: Page, path: string): Promise<void> {
  const [awaited, stop] = asking(page);
  await page.goto(path);
  await rests(page, path, awaited);
  stop();
}

/**
 * Loads the first page, goes on to the others by `turnTo`, and waits until each rests. Loading is most of a visit's work, so this is for
 * stories that look at pages and not at how they load. After a login take a new one: the open document may not know yet who it is.
 */
export function walker(page: Page): (path: string) => Promise<void> {
  const [awaited] = asking(page);
  let isOpen = false;
  return async (path) => {
    await (isOpen ? turnTo(page, path) : page.goto(path));
    isOpen = true;
    await rests(page, path, awaited);
  };
}

/** Waits until the page has drawn what it knows. */
const drawn = (page: Page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

/** Gives a page's window another size, and waits until the page has taken it. */
export async function resize(page: Page, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height });
  await expect.poll(() => page.evaluate(() => [innerWidth, innerHeight])).toEqual([width, height]);
  await drawn(page);
}
