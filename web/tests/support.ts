// SPDX-License-Identifier: AGPL-3.0-or-later
// What the tests of the state classes share: a world that can be looked at, and messages as the server sends them.
import { Game } from '../src/live/game.svelte';
import type { Cue } from '../src/platform/sounds';
import { START_FEN } from '../src/board/fen';
import type { GameView, MoveView, Situation } from '../src/platform/protocol';
import type { TopicCommand, TopicMessage } from '../src/platform/socket';

export const AFTER_E4 = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1';
export const AFTER_E5 = 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2';

export const E4: MoveView = { uci: 'e2e4', san: 'e4', fen: AFTER_E4, check: false, clock_ms: null };
export const E5: MoveView = { uci: 'e7e5', san: 'e5', fen: AFTER_E5, check: false, clock_ms: null };

export function situation(over: Partial<Situation> = {}): Situation {
  return {
    fen: START_FEN,
    ply: 0,
    turn: 'white',
    check: false,
    legal: ['e2e4', 'd2d4', 'g1f3'],
    clocks: null,
    draw_offer: null,
    claim: null,
    can_abort: true,
    status: { kind: 'playing' },
    ...over,
  };
}

export const SITUATION_E4 = situation({ fen: AFTER_E4, ply: 1, turn: 'black', legal: ['e7e5', 'c7c5'] });
export const SITUATION_E5 = situation({ fen: AFTER_E5, ply: 2, legal: ['g1f3'] });

export function view(over: Partial<GameView> = {}): GameView {
  return {
    id: 'AbCd1234',
    start_fen: START_FEN,
    variant: 'standard',
    time: null,
    white: { kind: 'guest', name: 'Guest 1' },
    black: { kind: 'guest', name: 'Guest 2' },
    moves: [],
    situation: situation(),
    ...over,
  };
}

export function played(seq: number, move: MoveView, after: Situation, id: number | null = null): TopicMessage {
  const by = after.turn === 'white' ? 'black' : 'white';
  return { type: 'event', seq, id, event: { kind: 'move_played', move, by }, situation: after };
}

/** A game with everything that it did to the world. */
export function newGame() {
  const sent: TopicCommand[] = [];
  const cues: Cue[] = [];
  const world = { resyncs: 0, now: 0, isOnline: true };
  const game = new Game({
    send: (command) => {
      if (world.isOnline) sent.push(command);
      return world.isOnline;
    },
    resync: () => (world.resyncs += 1),
    cue: (cue) => cues.push(cue),
    now: () => world.now,
  });
  return { game, sent, cues, world };
}

/** The same, with White's seat taken and the state received. */
export function newGameAsWhite(over: Partial<GameView> = {}) {
  const all = newGame();
  all.game.receive({ type: 'state', seq: 1, you: 'white', game: view(over) });
  return all;
}
