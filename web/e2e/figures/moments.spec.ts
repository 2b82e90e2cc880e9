// SPDX-License-Identifier: AGPL-3.0-or-later
// How long a person waits: for the first board on a slow phone, for one's own move, a premove, an opponent, a picture.
// Only a release build on a machine that does little else says something about the limits: give it as `TABIYA_BIN`.
import type { Page, WebSocket } from '@playwright/test';
import { Board, create, play, sitDown } from '../support/game';
import { DEVICES, openTimes } from '../support/people';
import { sit } from '../support/replay';
import { expect, test } from '../support/test';
import { within } from './within';

test.use({ flags: ['--unlimited-addresses', '127.0.0.1', '--max-games-per-minute', '1000'] });

/** What a page is told over its sockets, with the time at which it arrived. */
function told(page: Page): { at: number; text: string }[] {
  const all: { at: number; text: string }[] = [];
  page.on('websocket', (socket: WebSocket) =>
    socket.on('framereceived', ({ payload }) => void all.push({ at: performance.now(), text: String(payload) })),
  );
  return all;
}

test('a board is seen within 1.5 s on a slow phone with a slow line', async ({ person }) => {
  const player = await person();
  const id = await create(player, { opponent: { kind: 'computer', level: 1 } });
  const measured: number[] = [];
  for (let time = 0; time < 5; time += 1) {
    const visitor = await person(DEVICES.phone);
    await visitor.addInitScript(() => {
      // The document's own board counts, once its pieces have their pictures.
      const isThere = () => {
        const piece = document.querySelector('.first-board piece, cg-board piece');
        return piece !== null && getComputedStyle(piece).backgroundImage !== 'none';
      };
      const look = () => {
        if (!isThere()) requestAnimationFrame(look);
        else requestAnimationFrame(() => Object.assign(globalThis, { seen: performance.now() }));
      };
      look();
    });
    const devtools = await visitor.context().newCDPSession(visitor);
    await devtools.send('Network.enable');
    const line = 1_600_000 / 8;
    await devtools.send('Network.emulateNetworkConditions', { offline: false, latency: 150, downloadThroughput: line, uploadThroughput: line });
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await visitor.goto(`/game/${id}`, { waitUntil: 'commit' });
    const seen = () => visitor.evaluate(() => (globalThis as unknown as { seen?: number }).seen ?? 0);
    await expect.poll(seen).toBeGreaterThan(0);
    measured.push(await seen());
    await visitor.close();
  }
  within('the first board', measured, 1_500);
});

test('one’s own move is painted within 50 ms', async ({ person }) => {
  const [white, black] = [await person(), await person()];
  const boards = await sitDown(white, black);
  await white.evaluate(() => {
    const took: number[] = [];
    Object.assign(globalThis, { took });
    // From the event to the next paint after it, in steps of 8 ms (W3C, Event Timing).
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (/^(pointer|mouse)(up|down)$/.test(entry.name)) took.push(entry.duration);
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  });
  const measured: number[] = [];
  for (const [mine, theirs] of [['e2e4', 'e7e5'], ['g1f3', 'b8c6'], ['f1c4', 'f8c5'], ['c2c3', 'g8f6'], ['d2d3', 'd7d6']] as const) {
    await play(boards, [mine, theirs]);
    // The slowest of the events of this move. Those that took less than 16 ms are not told of.
    measured.push(await white.evaluate(() => Math.max(16, ...(globalThis as unknown as { took: number[] }).took.splice(0))));
  }
  within('one’s own move', measured, 50);
});

/** Sends one command about a game over a socket of its own, and waits for its answer and these moves: when each came. */
function say(page: Page, topic: string, command: object, moves: string[]): Promise<number[]> {
  return page.evaluate(
    ({ topic, command, moves }) =>
      new Promise<number[]>((done, failed) => {
        const socket = new WebSocket(`ws://${location.host}/api/socket?protocol=3`);
        const at = new Map<string, number>();
        let isAnswered = false;
        socket.onopen = () => socket.send(JSON.stringify({ type: 'subscribe', topic }));
        socket.onmessage = ({ data }) => {
          const message = JSON.parse(data as string);
          if (message.type === 'refused') failed(new Error(data as string));
          if (message.type === 'state') socket.send(JSON.stringify({ ...command, topic, id: 1, seq: message.seq }));
          if (message.id === 1) isAnswered = true;
          if (message.event?.move) at.set(message.event.move.uci, performance.now());
          if (isAnswered && moves.every((move) => at.has(move))) {
            socket.close();
            done(moves.map((move) => at.get(move) ?? Number.NaN));
          }
        };
      }),
    { topic, command, moves },
  );
}

test('a premove is played within 5 ms of the opponent’s move', async ({ person }) => {
  const [white, black] = [await person(), await person()];
  const id = await create(white);
  await black.goto('/');
  await sit(black, id);
  // No page shows the board: what is drawn would be measured too.
  for (const page of [white, black]) await page.goto('/card');
  const topic = `game:${id}`;
  const measured: number[] = [];
  for (const [mine, theirs] of [['e2e4', 'e7e5'], ['g1f3', 'b8c6'], ['f1c4', 'f8c5'], ['c2c3', 'g8f6'], ['d2d3', 'd7d6']] as const) {
    await say(black, topic, { type: 'premoves', moves: [theirs] }, []);
    const [at = Number.NaN, answered = Number.NaN] = await say(white, topic, { type: 'play', uci: mine }, [mine, theirs]);
    measured.push(answered - at);
  }
  within('a premove', measured, 5);
});

test('two people are paired within 50 ms of the second one’s click', async ({ person }) => {
  const pages = [await person(), await person()] as const;
  const heard = told(pages[1]);
  const measured: number[] = [];
  for (let time = 0; time < 5; time += 1) {
    for (const page of pages) {
      await page.goto('/');
      await openTimes(page);
    }
    await pages[0].getByRole('button', { name: '3+2', exact: true }).click();
    await expect(pages[1].getByRole('button', { name: /^Play Guest/ })).toBeVisible();
    await pages[1].evaluate(() => addEventListener('click', () => Object.assign(globalThis, { clicked: Date.now() }), { capture: true }));
    const before = heard.length;
    await pages[1].getByRole('button', { name: '3+2', exact: true }).click();
    for (const page of pages) await expect(page).toHaveURL(/\/game\//);
    const clicked = await pages[1].evaluate(() => (globalThis as unknown as { clicked: number }).clicked);
    const paired = heard.slice(before).find(({ text }) => text.includes('"type":"paired"'))?.at ?? Number.NaN;
    measured.push(performance.timeOrigin + paired - clicked);
    await new Board(pages[0]).isReady();
    await pages[0].getByRole('button', { name: 'Abort game' }).click();
    await pages[0].getByRole('button', { name: 'Yes, abort' }).click();
  }
  within('an opponent', measured, 50);
});

test('a picture is made within 300 ms', async ({ person }) => {
  const [white, black] = [await person(), await person()];
  await play(await sitDown(white, black), ['f2f3', 'e7e5', 'g2g4', 'd8h4']);
  const id = white.url().split('/').at(-1) ?? '';
  const measured: number[] = [];
  // Each is asked for once: what was made already is kept.
  for (const file of ['board.png?ply=0', 'board.png?ply=1', 'board.png?ply=2', 'board.png?ply=3', 'moves.gif']) {
    const begun = performance.now();
    const answer = await white.request.get(`/picture/game/${id}/${file}`);
    measured.push(performance.now() - begun);
    expect(answer.status()).toBe(200);
  }
  within('a picture', measured, 300);
});
