// SPDX-License-Identifier: AGPL-3.0-or-later
import { expect, type Page, type Request, type WebSocket } from '@playwright/test';

/** What a frame of the socket says it is about. */
const read = (payload: string | Buffer) => JSON.parse(String(payload)) as { type: string; topic?: string };

/**
 * Opens a page and waits until it rests: all that it has asked for, by requests and by its socket, is answered and drawn. This
 * takes as long as it takes; "networkidle" would add half a second, and knows of no socket.
 */
export async function visit(page: Page, path: string): Promise<void> {
  const awaited = new Set<Request | WebSocket | string>();
  const ask = (request: Request) => void awaited.add(request);
  const end = (request: Request) => void awaited.delete(request);
  const listen = (socket: WebSocket) => {
    awaited.add(socket);
    socket.on('close', () => awaited.delete(socket));
    socket.on('framesent', ({ payload }) => {
      const { type, topic } = read(payload);
      if (type === 'subscribe' && topic !== undefined) awaited.add(topic);
    });
    socket.on('framereceived', ({ payload }) => {
      awaited.delete(socket);
      awaited.delete(read(payload).topic ?? '');
    });
  };
  page.on('request', ask).on('requestfinished', end).on('requestfailed', end).on('websocket', listen);
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 }).first(), path).toBeAttached();
  const left = () => [...awaited].map((one) => (typeof one === 'string' ? one : one.url()));
  do {
    await expect.poll(left, { message: `${path} waits for nothing`, intervals: [20, 50, 100] }).toEqual([]);
    // What is drawn may ask for more.
    await drawn(page);
  } while (awaited.size > 0);
  page.off('request', ask).off('requestfinished', end).off('requestfailed', end).off('websocket', listen);
}

/** Waits until the page has drawn what it knows. */
const drawn = (page: Page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

/** Gives a page's window another size, and waits until the page has taken it. */
export async function resize(page: Page, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height });
  await expect.poll(() => page.evaluate(() => [innerWidth, innerHeight])).toEqual([width, height]);
  await drawn(page);
}
