// SPDX-License-Identifier: AGPL-3.0-or-later
// Answers in words to what a person asks about the game: what stands where, what was played, how much time is left.
import { opposite, turnOf } from '../board/fen';
import { scoreOf } from '../board/material';
import { ends } from '../board/moves';
import { lineOf, raysFrom, squaresOf } from '../board/survey';
import { t } from '../locale';
import type { Color, MoveView, Role, Square } from '../platform/protocol';
import { settings } from '../platform/settings.svelte';
import { calledIn } from '../ui/called';
import { destinationsIn, expectedPieces } from './expected';
import type { Game } from './game.svelte';

/** What a side’s player is called; null where only the colour says who is meant. */
const nameOf = (game: Game, color: Color): string | null => calledIn(game.view)?.[color] ?? null;

const pieceOn = (game: Game, square: Square): string | null => {
  const piece = expectedPieces(game).get(square);
  return piece ? t.board.say.piece(square, piece.color, piece.role) : null;
};

/** What stands on one square. */
export function saySquare(game: Game, square: Square): string {
  const piece = expectedPieces(game).get(square);
  return t.board.say.square(t.game.square(square, piece?.color ?? null, piece?.role ?? null));
}

/** Where the pieces of one kind stand. */
export function sayPieces(game: Game, role: Role): string {
  const pieces = expectedPieces(game);
  const own = game.you ?? 'white';
  return [own, opposite(own)].map((color) => t.board.say.squares(color, role, squaresOf(pieces, role, color))).join(' ');
}

/** What stands on a file or a rank. */
export function sayLine(game: Game, name: string): string {
  const found = lineOf(name).map((square) => pieceOn(game, square)).filter((text) => text !== null);
  return t.board.say.line(name, found);
}

/** What is seen from a square in every direction. */
export function sayRays(game: Game, from: Square): string {
  const found = raysFrom(expectedPieces(game), from).map(({ square, piece }) => t.board.say.piece(square, piece.color, piece.role));
  return t.board.say.around(from, found);
}

/** Where the piece on a square may go. */
export function sayMoves(game: Game, from: Square, onlyCaptures: boolean): string {
  const pieces = expectedPieces(game);
  const targets = destinationsIn(game).get(from);
  if (!targets) return pieces.get(from) ? t.board.say.moves(from, []) : t.board.say.noPiece(from);
  const { moves, captures } = t.board.say;
  return onlyCaptures ? captures(from, targets.filter((to) => pieces.has(to))) : moves(from, targets);
}

const sayMove = (move: MoveView): string => t.announce(opposite(turnOf(move.fen)), move.san, settings.get('spoken'));

export function sayLastMove(game: Game): string {
  const last = game.line.move;
  return last ? t.board.say.lastMove(sayMove(last)) : t.board.say.noMove;
}

export function sayLastCapture(game: Game): string {
  const last = game.line.moves.slice(0, game.line.ply).findLast(({ san }) => san.includes('x'));
  return last ? t.board.say.lastCapture(sayMove(last)) : t.board.say.noCapture;
}

/** Both clocks, one's own first. */
export function sayClocks(game: Game): string {
  const { shown, running } = game.clocks;
  if (!shown) return t.board.say.noClocks;
  const own = game.you ?? 'white';
  return [own, opposite(own)].map((color) => t.board.say.clock(color, nameOf(game, color), shown[color], running === color)).join(' ');
}

export function sayCaptured(game: Game): string {
  return (['white', 'black'] as const)
    .map((color) => {
      const { captured } = scoreOf(color, game.line.startFen, game.line.fen);
      return t.board.say.captured(color, nameOf(game, color), captured.map((role) => t.roles[role]));
    })
    .join(' ');
}

export function sayPremoves(game: Game): string {
  return t.board.say.premoves(game.premoves.map((uci) => ends(uci).join(' ')));
}

export function sayOpponent(game: Game): string {
  const player = game.view?.[game.opponent];
  return player ? t.player.name(player) : '';
}

export function sayTurn(game: Game): string {
  if (!game.situation) return '';
  const { turn } = game.situation;
  const name = nameOf(game, turn);
  return name === null ? t.board.say.turn(turn) : t.status.toMove(name);
}
