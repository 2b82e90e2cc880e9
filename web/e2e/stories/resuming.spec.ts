// SPDX-License-Identifier: AGPL-3.0-or-later
import type { Page } from '@playwright/test';
import { play, sitDown } from '../support/game';
import { LOST_CONNECTION } from '../support/quiet';
import { expect, test } from '../support/test';

/** What a page's socket says and hears from now on, without signs of life. */
function listen(page: Page): { said: string[]; heard: string[] } {
  const [said, heard]: [string[], string[]] = [[], []];
  page.on('websocket', (socket) => {
    const note = (list: string[]) => (frame: { payload: string | Buffer }) => {
      const { type, topic, after } = JSON.parse(String(frame.payload)) as Record<string, string | undefined>;
      if (type !== 'ping' && type !== 'pong' && type !== 'presence') list.push(`${type} ${topic?.split(':')[0]}${after === undefined ? '' : ' after'}`);
    };
    socket.on('framesent', note(said));
    socket.on('framereceived', note(heard));
  });
  return { said, heard };
}

test('a line that is cut for ten seconds is told what it has missed, and nothing is loaded again', async ({ person, provokes }) => {
  provokes(LOST_CONNECTION);
  const [white, black] = [await person(), await person()];
  const boards = await sitDown(white, black);
  await play(boards, ['e2e4']);
  await expect(black.getByRole('button', { name: 'Chat' })).toBeVisible();
  const { said, heard } = listen(black);
  const loaded: string[] = [];
  await black.context().setOffline(true);
  await black.evaluate(() => dispatchEvent(new Event('offline')));
  black.on('request', (request) => loaded.push(new URL(request.url()).pathname));
  await boards[0]!.shows('e4', 'white pawn');
  await white.getByRole('button', { name: 'Chat' }).click();
  await white.getByRole('textbox', { name: 'Message' }).fill('Are you there?');
  await white.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(white.getByRole('log')).toContainText('Are you there?');
  await black.waitForTimeout(10_000);
  await black.context().setOffline(false);
  await black.evaluate(() => dispatchEvent(new Event('online')));
  await expect(black.getByText('1 new message')).toBeAttached();
  const topics = ['chat', 'game', 'me'];
  await expect.poll(() => [...said].sort()).toEqual(topics.map((topic) => `subscribe ${topic} after`));
  await expect.poll(() => heard.filter((each) => /^(resumed|synced)/.test(each)).sort()).toEqual(['resumed chat', 'resumed me', 'synced game']);
  expect(heard).toContain('chat_line chat');
  expect(heard.filter((each) => /^(mine|state|chat) /.test(each)), 'nothing is told from its start').toEqual([]);
  // Whether the server is back is asked by a call that needs nothing.
  expect(loaded.filter((path) => path !== '/api/socket' && path !== '/healthz'), 'nothing is loaded again').toEqual([]);
  await play([boards[1]!, boards[0]!], ['e7e5']);
});

test('the lobby is resumed, and a search goes on', async ({ person, provokes }) => {
  provokes(LOST_CONNECTION);
  const page = await person();
  await page.goto('/');
  await page.getByRole('button', { name: 'Find an opponent', exact: true }).click();
  await expect(page.getByRole('button', { name: '3+2', exact: true })).toBeVisible();
  const { said, heard } = listen(page);
  await page.context().setOffline(true);
  await page.evaluate(() => dispatchEvent(new Event('offline')));
  await page.getByRole('button', { name: '3+2', exact: true }).click();
  await page.context().setOffline(false);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(page.getByRole('status').filter({ hasText: 'Looking for an opponent' })).toBeVisible();
  await expect.poll(() => heard).toContain('resumed lobby');
  await expect.poll(() => heard).toContain('searching lobby');
  expect(said).toContain('subscribe lobby after');
});
