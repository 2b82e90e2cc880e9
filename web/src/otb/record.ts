// SPDX-License-Identifier: AGPL-3.0-or-later
// What is recorded of a game over the board, its clock, and what the board looks like before the server has checked a
// move. Nothing here knows the rules: an unchecked move is shown as hands would make it.
import { piecesOf, turnOf } from '../board/fen';
import { fenOf, setupOf } from '../board/placement';
import type { BoardEnding, ClockControlView, Color, Role, TimeControlView } from '../platform/protocol';

/** A game over the board, as it is kept in the browser. */
export interface Recorded {
  /** Null for the usual start. */
  start: string | null;
  time: TimeControlView | null;
  names: Record<Color, string>;
  you: Color;
  flips: boolean;
  moves: string[];
  /** How long each move took, in milliseconds. */
  took: number[];
  ending: BoardEnding | null;
}

const PROMOTIONS: Record<string, Role> = { q: 'queen', r: 'rook', b: 'bishop', n: 'knight' };

/** The position after a move that nobody has checked. */
export function afterHand(fen: string, uci: string): string {
  const setup = setupOf(fen);
  const [from, to] = [uci.slice(0, 2), uci.slice(2, 4)];
  const pieces = new Map(setup.pieces);
  const piece = pieces.get(from);
  if (!piece) return fen;
  const steps = to.charCodeAt(0) - from.charCodeAt(0);
  const isPassing = piece.role === 'pawn' && steps !== 0 && !pieces.has(to);
  if (isPassing) pieces.delete(to.charAt(0) + from.charAt(1));
  if (piece.role === 'king' && Math.abs(steps) === 2) {
    const [corner, beside] = steps > 0 ? ['h', 'f'] : ['a', 'd'];
    const rook = pieces.get(corner + from.charAt(1));
    if (rook) {
      pieces.delete(corner + from.charAt(1));
      pieces.set(beside + from.charAt(1), rook);
    }
  }
  pieces.delete(from);
  pieces.set(to, { color: piece.color, role: PROMOTIONS[uci.charAt(4)] ?? piece.role });
  return fenOf({ ...setup, pieces, turn: setup.turn === 'white' ? 'black' : 'white', enPassant: null });
}

/** Every square for every piece of the side to move: what hands can do. */
export function everywhere(fen: string): Map<string, string[]> {
  const pieces = piecesOf(fen);
  const squares = 'abcdefgh'.split('').flatMap((file) => [1, 2, 3, 4, 5, 6, 7, 8].map((rank) => `${file}${rank}`));
  const own = [...pieces].filter(([, { color }]) => color === turnOf(fen)).map(([square]) => square);
  const others = squares.filter((square) => !own.includes(square));
  return new Map(own.map((from) => [from, others]));
}

/** What both clocks show after the recorded moves and `running` milliseconds of the next; null without clocks. */
export function clocksOf(game: Recorded, running: number): Record<Color, number> | null {
  const { time } = game;
  if (!time || 'days' in time) return null;
  const control = 'white' in time ? time : { white: time, black: time };
  const left: Record<Color, number> = { white: control.white.initial_ms, black: control.black.initial_ms };
  const first = game.start ? turnOf(game.start) : 'white';
  const mover = (ply: number): Color => (ply % 2 === 0) === (first === 'white') ? 'white' : 'black';
  game.took.forEach((ms, ply) => {
    // The first move of each side costs nothing and earns nothing.
    if (ply >= 2) left[mover(ply)] += earned(control[mover(ply)], ms) - ms;
  });
  if (game.moves.length >= 2) {
    const side = mover(game.moves.length);
    left[side] -= Math.max(0, running - delayOf(control[side]));
  }
  return { white: Math.max(0, left.white), black: Math.max(0, left.black) };
}

/** How long a clock waits before it runs. */
const delayOf = (clock: ClockControlView): number => ('delay_ms' in clock ? clock.delay_ms : 0);

/** What a move that took `ms` brings back. */
function earned(clock: ClockControlView, ms: number): number {
  if ('delay_ms' in clock) return Math.min(clock.delay_ms, ms);
  return 'bronstein_ms' in clock ? Math.min(clock.bronstein_ms, ms) : clock.increment_ms;
}
