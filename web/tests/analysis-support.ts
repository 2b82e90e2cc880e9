// SPDX-License-Identifier: AGPL-3.0-or-later
// Rules for the tests of the analysis board, without a Worker: a piece of the side to move may go to any square that none of
// its own stands on. That is enough for trees, which know nothing of how pieces move.
import { expect } from 'vitest';
import { Analysis } from '../src/analysis/analysis.svelte';
import { piecesOf, turnOf } from '../src/board/fen';
import type { Placed, Rules, Step } from '../src/analysis/ports';
import type { NodeId } from '../src/analysis/tree';
import { afterHand, everywhere } from '../src/otb/record';

function step(fen: string, move: string): Step {
  const [from, to] = [move.slice(0, 2), move.slice(2, 4)];
  if (move === '0000') {
    const [pieces, turn, castling, , , number] = fen.split(' ');
    const next = turn === 'w' ? `b ${castling} - 0 ${number}` : `w ${castling} - 0 ${Number(number) + 1}`;
    return { uci: '0000', san: '--', fen: `${pieces} ${next}` };
  }
  if (!everywhere(fen).get(from)?.includes(to)) throw new Error(`${move} is not legal.`);
  const after = afterHand(fen, move).split(' ');
  if (turnOf(fen) === 'black') after[5] = String(Number(after[5]) + 1);
  return { uci: move, san: move, fen: after.join(' ') };
}

const placed = (fen: string): Placed => {
  const pawns = [...piecesOf(fen)].filter(([square, { role, color }]) => role === 'pawn' && color === turnOf(fen) && square.endsWith(color === 'white' ? '7' : '2'));
  const promotions = pawns.map(([square]) => `${square}${square.charAt(0)}${square.endsWith('7') ? 8 : 1}`);
  return { fen, turn: turnOf(fen), check: false, dests: Object.fromEntries(everywhere(fen)), promotions, outcome: null };
};

/** Plays moves as far as they go. */
function replay(fen: string, moves: string[]): { line: Step[]; stopped: { at: number; message: string } | null } {
  const line: Step[] = [];
  for (const move of moves) {
    try {
      line.push(step(line.at(-1)?.fen ?? fen, move));
    } catch (error) {
      return { line, stopped: { at: line.length, message: String(error) } };
    }
  }
  return { line, stopped: null };
}

export const HAND_RULES: Rules = {
  position: async ({ fen = '', moves = [] }) => ({ ...placed(replay(fen, moves).line.at(-1)?.fen ?? fen), line: [] }),
  play: async ({ fen, move }) => {
    const made = step(fen, move);
    return { ...placed(made.fen), ...made };
  },
  explain: async () => ({ reason: null, message: 'It can’t go there.' }),
  replay: async ({ fen, moves }) => replay(fen, moves),
  readPgn: async () => ({ games: [], more: false }),
  writePgn: async (game) => ({ text: JSON.stringify(game) }),
};

/** A board without a past, on which moves were played: `play(board, 'e2e4', 'e7e5')`. */
export async function play(board: Analysis, ...moves: string[]): Promise<NodeId> {
  for (const move of moves) expect(await board.make(move), move).toBe(true);
  return board.here;
}

export function newBoard(): Analysis {
  const board = new Analysis(HAND_RULES);
  board.begin(board.tree);
  return board;
}

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
export function drawn(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
