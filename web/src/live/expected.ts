// SPDX-License-Identifier: AGPL-3.0-or-later
// The board that the person sees in front of the server's: with the move that is on its way, and with those that wait.
import { destinationsOf, promotionsOf } from '../board/moves';
import { piecesOf } from '../board/fen';
import { moved } from '../board/ghosts';
import { isLastRank, reachesOf } from '../board/reach';
import type { Piece, Role, Square } from '../platform/protocol';
import type { Game } from './game.svelte';

const PROMOTIONS: Role[] = ['queen', 'rook', 'bishop', 'knight'];

/** What stands where once the moves that are on their way and those that wait have been made. */
export function expectedPieces(game: Game): Map<Square, Piece> {
  const made = [...(game.pending ? [game.pending.uci] : []), ...game.premoves];
  return made.reduce((pieces, uci) => moved(pieces, uci), piecesOf(game.line.fen));
}

/** Where each piece may go: as the server says, or wherever it may be sent before its turn. */
export function destinationsIn(game: Game): Map<Square, Square[]> {
  if (game.isDue) return destinationsOf(game.situation?.legal ?? []);
  return game.mayPremove && game.you ? reachesOf(expectedPieces(game), game.you) : new Map();
}

/** What a pawn may become by a move, at once or while it waits; empty where the move is no promotion or can't be made. */
export function promotionsIn(game: Game, from: Square, to: Square): Role[] {
  if (game.isDue) return promotionsOf(game.situation?.legal ?? [], from, to);
  const isPawn = expectedPieces(game).get(from)?.role === 'pawn';
  const isReached = destinationsIn(game).get(from)?.includes(to) ?? false;
  return isPawn && isReached && game.you && isLastRank(to, game.you) ? PROMOTIONS : [];
}
