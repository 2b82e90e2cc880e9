// SPDX-License-Identifier: AGPL-3.0-or-later
import type { Page } from '@playwright/test';

/** Kasparov against Topalov, Wijk aan Zee 1999. */
export const GAME = (
  'e2e4 d7d6 d2d4 g8f6 b1c3 g7g6 c1e3 f8g7 d1d2 c7c6 f2f3 b7b5 g1e2 b8d7 e3h6 g7h6 d2h6 c8b7 a2a3 e7e5 e1c1 d8e7 ' +
  'c1b1 a7a6 e2c1 e8c8 c1b3 e5d4 d1d4 c6c5 d4d1 d7b6 g2g3 c8b8 b3a5 b7a8 f1h3 d6d5 h6f4 b8a7 h1e1 d5d4 c3d5 b6d5 ' +
  'e4d5 e7d6 d1d4 c5d4 e1e7 a7b6 f4d4 b6a5 b2b4 a5a4 d4c3 d6d5 e7a7 a8b7 a7b7 d5c4 c3f6 a4a3 f6a6 a3b4 c2c3 b4c3 ' +
  'a6a1 c3d2 a1b2 d2d1 h3f1 d8d2 b7d7 d2d7 f1c4 b5c4 b2h8 d7d3 h8a8 c4c3 a8a4 d1e1 f3f4 f7f5 b1c1 d3d2 a4a7'
).split(' ');
/** Half-moves after which most pieces are in the fight. */
export const MIDDLE = 46;

/**
 * Plays a game's moves over sockets of the two people, faster than any hand, up to half-move `until`. Each page
 * opens a second socket of its own for this, as a second tab would.
 */
export async function replay(white: Page, black: Page, id: string, moves: string[], until: number): Promise<void> {
  const plan = moves.slice(0, until);
  await Promise.all([white, black].map((page, side) => page.evaluate(drive, { id, plan, side })));
}

/** Runs inside a page: sends this side's moves whenever it is its turn, until the plan is played. */
function drive({ id, plan, side }: { id: string; plan: string[]; side: number }): Promise<void> {
  return new Promise((done, failed) => {
    const socket = new WebSocket(`ws://${location.host}/api/socket?protocol=3`);
    const topic = `game:${id}`;
    // A half-move is sent once, however often the server tells how the game stands.
    let [ply, seq, sent] = [0, 0, -1];
    const act = () => {
      if (ply >= plan.length) {
        socket.close();
        done();
      } else if (ply % 2 === side && ply !== sent) {
        sent = ply;
        socket.send(JSON.stringify({ type: 'play', topic, id: ply, seq, uci: plan[ply] }));
      }
    };
    socket.onopen = () => socket.send(JSON.stringify({ type: 'subscribe', topic }));
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(data as string);
      const situation = message.situation ?? message.game?.situation;
      if (message.type === 'refused' && message.refusal.kind === 'too_fast') {
        sent = -1;
        setTimeout(act, 250);
      } else if (message.type === 'refused') {
        failed(new Error(JSON.stringify(message)));
      } else if (situation !== undefined) {
        ply = situation.ply;
        seq = message.seq;
        if (message.type !== 'synced') act();
      }
    };
    socket.onclose = () => failed(new Error(`the socket closed at half-move ${ply}`));
  });
}

/** Takes the open seat of a game. */
export async function sit(page: Page, id: string): Promise<void> {
  await take(page, id, { type: 'join' });
}

/** Sends one command about a game and waits until it is done. */
export async function take(page: Page, id: string, command: { type: string }): Promise<void> {
  await page.evaluate(
    ({ id, command }) =>
      new Promise<void>((done, failed) => {
        const socket = new WebSocket(`ws://${location.host}/api/socket?protocol=3`);
        const topic = `game:${id}`;
        socket.onopen = () => socket.send(JSON.stringify({ type: 'subscribe', topic }));
        socket.onmessage = ({ data }) => {
          const message = JSON.parse(data as string);
          if (message.type === 'state') socket.send(JSON.stringify({ ...command, topic, id: 1 }));
          else if (message.type === 'refused') failed(new Error(data as string));
          else if (message.id === 1) {
            socket.close();
            done();
          }
        };
      }),
    { id, command },
  );
}
