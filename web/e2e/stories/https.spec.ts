// SPDX-License-Identifier: AGPL-3.0-or-later
// The server speaks HTTPS itself: pages come by HTTP/2, and the socket of a game by HTTP/1.1 beside it.
import { Board, play } from '../support/game';
import { Server } from '../support/server';
import { expect, test as base } from '../support/test';

const test = base.extend<{ server: Server }>({
  // Ends after the people's browsers: an open page would look for it in vain, and complain. Playwright wants a pattern here, an
  // empty one too.
  server: async ({}, use) => {
    const server = await Server.startSecure();
    await use(server);
    await server.dispose();
  },
});

test('a page that came by HTTP/2 plays its game by a socket', async ({ person, server }) => {
  const settings = { baseURL: server.secureOrigin, ignoreHTTPSErrors: true };
  const [alice, bob] = [await person(settings), await person(settings)];
  const sockets: string[] = [];
  alice.on('websocket', (socket) => sockets.push(socket.url()));
  await alice.goto('/');
  const protocols = await alice.evaluate(() =>
    [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].map(
      (entry) => (entry as PerformanceResourceTiming).nextHopProtocol,
    ),
  );
  expect(protocols.length).toBeGreaterThan(3);
  expect([...new Set(protocols)]).toEqual(['h2']);

  await alice.getByRole('button', { name: 'Play a friend' }).click();
  await alice.getByRole('button', { name: 'Create game' }).click();
  const link = await alice.getByRole('textbox', { name: 'Game link' }).inputValue();
  expect(link.startsWith(`${server.secureOrigin}/game/`)).toBe(true);
  await bob.goto(link);
  await bob.getByRole('button', { name: 'Join game' }).click();
  const games = await alice.evaluate(async () => (await fetch('/api/games')).json() as Promise<{ you: string }[]>);
  const [white, black] = games[0]?.you === 'white' ? [alice, bob] : [bob, alice];
  const boards: [Board, Board] = [new Board(white), new Board(black)];
  for (const board of boards) await board.isReady();
  await play(boards, ['e2e4', 'e7e5', 'g1f3']);
  expect(sockets[0]?.split('?')[0]).toBe(`${server.secureOrigin.replace('https', 'wss')}/api/socket`);
});
