// SPDX-License-Identifier: AGPL-3.0-or-later
// Premoves without a connection: the server plays those it has while the player is away, and gets the others when the player is back.
import { exchange, meet } from '../support/opponent';
import { expect, test } from '../support/people';
import type { Page, WebSocketRoute } from '@playwright/test';

/** Queues premoves for the page's person over a socket of its own. Resolves when the server has them. */
async function queue(page: Page, moves: string[]): Promise<void> {
  await page.evaluate(
    async (moves) => {
      const topic = `game:${location.pathname.split('/').at(-1)}`;
      const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/api/socket?protocol=3`);
      await new Promise<void>((done) => {
        socket.onopen = () => socket.send(JSON.stringify({ type: 'subscribe', topic }));
        socket.onmessage = ({ data }) => {
          const message = JSON.parse(data) as { type: string; seq: number; id?: number };
          if (message.type === 'state') {
            socket.send(JSON.stringify({ type: 'premoves', topic, id: 1, seq: message.seq, moves }));
          }
          if (message.type === 'premoves' && message.id === 1) done();
        };
      });
      socket.close();
    },
    moves,
  );
}

/** Lets the page's connections be cut and kept away. */
async function cuttable(page: Page): Promise<{ cut: () => Promise<void>; mend: () => Promise<void> }> {
  let isOffline = false;
  const open = new Set<WebSocketRoute>();
  await page.routeWebSocket(/api\/socket/, (socket) => {
    if (isOffline) return void socket.close();
    open.add(socket);
    socket.connectToServer();
  });
  return {
    cut: async () => {
      isOffline = true;
      for (const socket of open) await socket.close({ code: 1001 });
      open.clear();
    },
    // As a browser says it: the page need not wait for its next attempt, while the other one's clock runs.
    mend: async () => {
      isOffline = false;
      await page.evaluate(() => dispatchEvent(new Event('online')));
    },
  };
}

test('premoves are played while their player is offline for five seconds in time trouble', async ({ person, opponent }) => {
  const [white, black] = [await person(), await opponent()];
  const network = await cuttable(white);
  const board = await meet(white, black, {
    time: { white: { initial_ms: 120_000, increment_ms: 0 }, black: { initial_ms: 600_000, increment_ms: 0 } },
  });
  await exchange([board, black], ['e2e4', 'e7e5', 'g1f3']);
  await queue(white, ['f1c4', 'd2d3']);
  const wasCut = Date.now();
  await network.cut();
  // Each waits for White's move before it.
  for (const move of ['b8c6', 'g8f6', 'f8c5']) await black.play(move);
  await white.waitForTimeout(Math.max(0, 5_000 - (Date.now() - wasCut)));
  await network.mend();
  await board.shows('c4', 'white bishop');
  await board.shows('d3', 'white pawn');
  await board.shows('c5', 'black bishop');
  await exchange([board, black], ['c1g5', 'h7h6']);
});

test('a premove that was made without a connection is played when it is back, though the opponent has moved', async ({ person, opponent }) => {
  const [white, black] = [await person(), await opponent()];
  const network = await cuttable(white);
  const board = await meet(white, black);
  await exchange([board, black], ['e2e4', 'e7e5', 'g1f3']);
  await network.cut();
  await expect(white.getByText(/reconnect/i).first()).toBeVisible();
  await black.play('b8c6');
  await board.click('f1');
  await board.click('c4');
  await network.mend();
  await board.shows('c4', 'white bishop');
  await black.play('g8f6');
  await board.shows('f6', 'black knight');
});
