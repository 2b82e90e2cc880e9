// SPDX-License-Identifier: AGPL-3.0-or-later
// The one line under the board: of all there is to say, the thing that matters most.
import { t } from '../locale';
import { moveNumberOf, opposite } from '../board/fen';
import { calledIn } from '../ui/called';
import { inWords } from '../ui/refused';
import { squaresOf } from './concerned';
import type { Game } from './game.svelte';
import type { Color, Square } from '../platform/protocol';
import type { Link } from '../platform/socket';

/** What the line says, and how loud. */
export interface Notice {
  tone: 'quiet' | 'strong' | 'refusal' | 'trouble' | 'result';
  text: string;
  /** How the game ended, before the text, where there is room for both. */
  ending?: string;
  /** The name in the text, which is cut short where there is little room. */
  name?: string;
  /** Whether the line offers the way back from an earlier position. */
  back?: boolean;
  /** Whether it tells of a rematch that the opponent offers, which the line offers to accept or decline. */
  invites?: boolean;
  /** Whether the text counts seconds, which nobody should be read one by one. */
  counts?: boolean;
  /** The squares that a refusal is about. */
  squares?: Square[];
}

/** The line for a game as it stands. */
export function noticeOf(game: Game, link: Link): Notice {
  const situation = game.situation;
  if (link === 'lost') return { tone: 'trouble', text: game.canMove ? t.link.lostAsPlayer : t.link.lostElse };
  if (!situation) return { tone: 'quiet', text: '' };
  const invitation = invitationTo(game);
  if (!game.line.isAtEnd) {
    return invitation ? { tone: 'strong', ...invitation } : { tone: 'quiet', text: reviewText(game), back: true };
  }
  if (game.answer) {
    const { refusal, message } = game.answer;
    return { tone: 'refusal', text: inWords(refusal, message), squares: squaresOf(refusal, situation.fen) };
  }
  const { status } = situation;
  if (situation.paused) return { tone: 'strong', text: inWords({ kind: 'clocks_paused' }, '') };
  const dropped = game.droppedPremove;
  if (dropped) {
    const text = t.game.premoveDropped(dropped.uci, inWords(dropped.refusal, dropped.message));
    return { tone: 'refusal', text, squares: squaresOf(dropped.refusal, situation.fen) };
  }
  if (status.kind === 'ended') {
    const isDecided = status.result === 'white_wins' || status.result === 'black_wins';
    const ending =
      game.event?.ending ||
      (game.you && isDecided
        ? `${t.outcomeFor(game.you, status.result, status.termination)}.`
        : t.ending(status.result, status.termination, flagged(game), calledIn(game.view)));
    if (invitation) return { tone: 'result', ending, ...invitation };
    const own = ownRematch(game);
    if (own) return { tone: 'result', ending, ...own };
    const { declinedBy } = game.rematch;
    if (declinedBy !== null && declinedBy !== game.you) {
      const name = nameOf(game, declinedBy);
      return { tone: 'result', ending, text: t.game.rematchDeclined(name), name };
    }
    const changes = game.ratingChanges && t.ratingChanges(game.ratingChanges, game.you, { white: nameOf(game, 'white'), black: nameOf(game, 'black') });
    return { tone: 'result', text: changes ? `${ending} ${changes}` : ending };
  }
  if (link === 'connecting') return { tone: 'strong', text: t.link.toGame };
  const { clocks } = game;
  const absence = game.absence.shown;
  if (absence && absence.by !== game.you && game.isPlaying) {
    return { tone: 'strong', ...about(game, absence.by, (name) => t.absence.left(name, game.you === null ? null : absence.claimIn)) };
  }
  const isComputer = game.news?.kind === 'draw_declined' && game.view?.[game.news.by].kind === 'computer';
  if (isComputer) return { tone: 'strong', text: t.game.computerDeclines };
  if (game.news) {
    const { kind, by } = game.news;
    return { tone: 'strong', ...about(game, by, (name) => t.game.news(kind, name, by === game.you)) };
  }
  if (game.restarted) return { tone: 'strong', ...about(game, situation.turn, t.status.restarted) };
  if (status.kind === 'waiting') return { tone: 'quiet', text: t.status.waiting };
  const { firstMove } = clocks;
  if (firstMove !== null && !game.pending) {
    const isYours = situation.turn === game.you;
    const told = about(game, situation.turn, (name) => t.status.firstMove(name, isYours, firstMove));
    return { tone: isYours ? 'strong' : 'quiet', ...told, counts: true };
  }
  const notice = playing(game, situation.turn, situation.check);
  const own = ownOffer(game);
  return own ? { ...notice, text: `${own}. ${notice.text}` } : notice;
}

/**
 * The opponent's wish for a rematch, which this person has not answered. An opponent who has left would not play it, unless
 * there is time to come back.
 */
function invitationTo({ you, rematch, view, presence }: Game): Pick<Notice, 'text' | 'name' | 'invites'> | null {
  const by = rematch.offeredBy;
  if (you === null || by === null || by === you || rematch.game !== null) return null;
  const name = t.player.name(view?.[by] ?? { kind: 'open' });
  const isSlow = !view?.time || 'days' in view.time;
  if (!presence[by] && !isSlow) return { text: t.game.rematchLeft(name), name };
  return { text: t.game.rematchInvites(name), name, invites: true };
}

/** The rematch that this person has offered: whoever has gone on to another game will hardly answer. */
function ownRematch(game: Game): Told | null {
  const { you, rematch, presence, opponent } = game;
  if (you === null || rematch.offeredBy !== you || rematch.game !== null) return null;
  return about(game, opponent, presence[opponent] ? t.game.rematchAsked : t.game.rematchGone);
}

/** What this person has offered, and the other one has not answered. */
function ownOffer({ you, situation }: Game): string | null {
  if (you === null || !situation) return null;
  if (situation.takeback === you) return t.game.takebackProposed;
  return situation.draw_offer === you ? t.game.offered : null;
}

function playing(game: Game, turn: Color, check: boolean): Notice {
  // One's own move counts as made: the server says so within milliseconds, or that the connection is lost.
  if (game.pending) return { tone: 'quiet', ...theirTurn(game, opposite(turn)) };
  if (turn === game.you) {
    const claim = game.situation?.claim;
    if (claim) return { tone: 'strong', text: t.status.yourClaim(claim) };
    return { tone: 'strong', text: check ? t.status.yourCheck : t.status.yourMove };
  }
  if (check) return { tone: 'quiet', ...about(game, turn, t.status.inCheck) };
  return { tone: 'quiet', ...theirTurn(game, turn) };
}

function theirTurn(game: Game, turn: Color): Told {
  if (game.you === null) return about(game, turn, t.status.watching);
  return game.view?.[turn].kind === 'computer' ? { text: t.status.thinking } : about(game, turn, t.status.toMove);
}

function reviewText(game: Game): string {
  const move = game.line.move;
  if (!move) return t.status.reviewingStart;
  const after = move.fen;
  const byWhite = after.split(' ')[1] === 'b';
  return t.status.reviewing(moveNumberOf(after) - (byWhite ? 0 : 1), byWhite ? 'white' : 'black', move.san);
}

const nameOf = (game: Game, side: Color): string => t.player.name(game.view?.[side] ?? { kind: 'open' });

type Told = Pick<Notice, 'text' | 'name'>;

/** A sentence about a player, whose name is cut short where there is little room. */
function about(game: Game, side: Color, sentence: (name: string) => string): Told {
  const name = nameOf(game, side);
  const text = sentence(name);
  return text.includes(name) ? { text, name } : { text };
}

function flagged(game: Game): Color | null {
  const clocks = game.situation?.clocks;
  if (!clocks) return null;
  if (clocks.white_ms <= 0) return 'white';
  return clocks.black_ms <= 0 ? 'black' : null;
}
