// SPDX-License-Identifier: AGPL-3.0-or-later
// What the round that was published last has for the visitor.
import type { Color, EventView, GameId } from '../platform/protocol';

export type Own =
  | { kind: 'bye'; round: number }
  | {
      kind: 'board';
      board: number;
      opponent: number;
      side: Color;
      /** Which game of the board it is, from 1. */
      game: number;
      /** The game on this server; null before it begins, and over the board. */
      id: GameId | null;
    };

/** Null where nothing is to be played: no round, no entry, or the result is there. */
export function ownBoard({ facts, me, rounds }: Pick<EventView, 'facts' | 'me' | 'rounds'>): Own | null {
  if (me === null || facts.stage === 'finished' || facts.stage === 'cancelled') return null;
  const place = rounds.findLastIndex(({ stage }) => stage !== 'draft');
  const round = rounds[place];
  if (!round) return null;
  // A bye has no game whose end would take it off the page: it stands there until the next round is published.
  if (round.byes.includes(me)) return facts.teams ? null : { kind: 'bye', round: place + 1 };
  const board = round.boards.find(({ white, black }) => white === me || black === me);
  const last = board?.games.at(-1);
  if (!board || last?.outcome) return null;
  const isFirst = board.white === me;
  const side = isFirst !== (last?.turned ?? false) ? 'white' : 'black';
  return { kind: 'board', board: board.number, opponent: isFirst ? board.black : board.white, side, game: Math.max(1, board.games.length), id: last?.game ?? null };
}
