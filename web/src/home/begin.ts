// SPDX-License-Identifier: AGPL-3.0-or-later
// A game that begins with a move on the start page's board.
import { createGame } from '../platform/api';
import type { GameSummary, Square } from '../platform/protocol';
import { recall, remember } from '../platform/storage';
import { tab } from '../platform/tab';

export const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

/** A level that somebody who plays now and then beats. */
const GENTLE = 3;
/** From the player's second move on the game is one that they play, and is listed like any other. */
const LISTED_FROM = 3;
/** How long the page waits for the first move to be played before it opens the game without it. */
const PATIENCE_MS = 20_000;
const BEGUN = 'home.begun';
const MOVE_ID = 1;

/** Where each piece of White's may go from the starting position: no server is asked before there is a game. */
export const FIRST_MOVES: readonly (readonly [Square, Square[]])[] = [
  ...[...'abcdefgh'].map((file) => [`${file}2`, [`${file}3`, `${file}4`]] as const),
  ['b1', ['a3', 'c3']],
  ['g1', ['f3', 'h3']],
] as [Square, Square[]][];

/** Whether a game is left out of lists: it was begun on the start page and has not been gone on with. */
export const isTrial = ({ id, ply, status }: GameSummary): boolean =>
  ply < LISTED_FROM && status.kind === 'playing' && recall<string | null>(BEGUN, null) === id;

/** Begins a casual game without a clock and plays the first move in it; resolves with the game's id. */
export async function beginWith(move: string): Promise<string> {
  const id = await createGame({ opponent: { kind: 'computer', level: GENTLE }, time: null, color: 'white', start: { kind: 'standard' } });
  remember(BEGUN, id);
  await played(id, move);
  return id;
}

/** Plays a move in a game that nobody has moved in. Where that can't be done, the game is opened as it is. */
function played(id: string, uci: string): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      subscription.stop();
      resolve();
    };
    const timer = setTimeout(done, PATIENCE_MS);
    const subscription = tab.follow(`game:${id}`, {
      after: () => null,
      onMessage: (message) => {
        if (message.type === 'state') subscription.send({ type: 'play', id: MOVE_ID, seq: message.seq, uci });
        else if ((message.type === 'event' || message.type === 'refused') && message.id === MOVE_ID) done();
      },
      onLink: () => undefined,
      onMissing: done,
      onOutdated: done,
    });
  });
}
