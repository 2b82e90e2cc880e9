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

/** Cuts the lines of these pages, or gives them back. */
async function cut(pages: Page[], offline: boolean): Promise<void> {
  for (const page of pages) {
    await page.context().setOffline(offline);
    await page.evaluate((name) => dispatchEvent(new Event(name)), offline ? 'offline' : 'online');
  }
}

test('lines that are cut for ten seconds are told what they have missed, and nothing is loaded again', async ({ person, provokes }) => {
  provokes(LOST_CONNECTION);
  const [white, black, seeker] = [await person(), await person(), await person()];
  const boards = await sitDown(white, black);
  await play(boards, ['e2e4']);
  await expect(black.getByRole('button', { name: 'Chat' })).toBeVisible();
  await seeker.goto('/');
  await seeker.getByRole('button', { name: 'Find an opponent', exact: true }).click();
  // The lobby has been heard: whoever has heard nothing of it is told everything.
  await expect(seeker.getByText('No one is waiting.', { exact: true })).toBeAttached();
  const [inGame, inLobby] = [listen(black), listen(seeker)];
  const loaded: string[] = [];
  await cut([black, seeker], true);
  // The start page looks at games and events now and then, and the file of what floats above it comes with the first search.
  const ofItself = /^\/api\/page\/(watch|events)$|^\/assets\/Notices-/;
  black.on('request', (request) => loaded.push(new URL(request.url()).pathname));
  seeker.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (!ofItself.test(pathname)) loaded.push(pathname);
  });
  await seeker.getByRole('button', { name: '3+2', exact: true }).click();
  await boards[0]!.shows('e4', 'white pawn');
  await white.getByRole('button', { name: 'Chat' }).click();
  await white.getByRole('textbox', { name: 'Message' }).fill('Are you there?');
  await white.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(white.getByRole('log')).toContainText('Are you there?');
  await black.waitForTimeout(10_000);
  await cut([black, seeker], false);
  await expect(black.getByText('1 new message')).toBeAttached();
  const topics = ['chat', 'game', 'me'];
  await expect.poll(() => [...inGame.said].sort()).toEqual(topics.map((topic) => `subscribe ${topic} after`));
  await expect.poll(() => inGame.heard.filter((each) => /^(resumed|synced)/.test(each)).sort()).toEqual(['resumed chat', 'resumed me', 'synced game']);
  expect(inGame.heard).toContain('chat_line chat');
  // The lobby and `me` are resumed as well, and the search that was wished for meanwhile begins.
  await expect(seeker.getByRole('status').filter({ hasText: 'Looking for an opponent' })).toBeVisible();
  await expect.poll(() => inLobby.heard.filter((each) => /^(resumed|searching)/.test(each)).sort()).toEqual(['resumed lobby', 'resumed me', 'searching lobby']);
  expect(inLobby.said.filter((each) => each.startsWith('subscribe')).sort()).toEqual(['subscribe lobby after', 'subscribe me after']);
  const fromTheStart = [...inGame.heard, ...inLobby.heard].filter((each) => /^(mine|state|chat) /.test(each));
  expect(fromTheStart, 'nothing is told from its start').toEqual([]);
  // Whether the server is back is asked by a call that needs nothing.
  expect(loaded.filter((path) => path !== '/api/socket' && path !== '/healthz'), 'nothing is loaded again').toEqual([]);
  await play([boards[1]!, boards[0]!], ['e7e5']);
});
