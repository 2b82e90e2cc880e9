// SPDX-License-Identifier: AGPL-3.0-or-later
import type { Page } from '@playwright/test';

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
    const socket = new WebSocket(`ws://${location.host}/api/socket?protocol=2`);
    const topic = `game:${id}`;
    let [ply, seq] = [0, 0];
    const act = () => {
      if (ply >= plan.length) {
        socket.close();
        done();
      } else if (ply % 2 === side) {
        socket.send(JSON.stringify({ type: 'play', topic, id: ply, seq, uci: plan[ply] }));
      }
    };
    socket.onopen = () => socket.send(JSON.stringify({ type: 'subscribe', topic }));
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(data as string);
      const situation = message.situation ?? message.game?.situation;
      if (message.type === 'refused' && message.refusal.kind === 'too_fast') {
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
