// SPDX-License-Identifier: AGPL-3.0-or-later
// The line under the board: of all there is to say, what matters most.
import { piecesOf } from '../board/fen';
import { squaresOf } from '../live/concerned';
import { t } from '../locale';
import type { Color, Refusal, Square } from '../platform/protocol';
import { reach } from '../platform/reach.svelte';
import type { Analysis } from './analysis.svelte';
import type { Room } from './kept';
import { nameOf } from './listing';
import type { Lesson } from './lesson.svelte';
import type { Practice } from './practice.svelte';
import { nodeOf } from './tree';

export interface Notice {
  tone: 'quiet' | 'strong' | 'refusal';
  text: string;
  squares: Square[];
  /** Whether the line offers to try again. */
  retries?: boolean;
}

/** What somebody should carry away themselves. */
export interface Kept {
  /** How many half-moves the page's address names, where the line is too long for it. */
  named?: number | null;
  /** How much room is left in the browser, where it is little. */
  room?: Room | null;
  /** Older work that had to go, by its title; null in it where it was another account's. */
  gone?: { title: string | null } | null;
}

/**
 * What the line says of a board; `practice` while somebody practises on it, `names` where its game has players, `ban` why the
 * engine is off, `kept` what can't be kept for long, `lesson` while somebody learns from mistakes.
 */
export function noticeOf(board: Analysis, practice: Practice | null, names: Record<Color, string> | null = null, ban = '', kept: Kept = {}, lesson: Pick<Lesson, 'isYourTurn' | 'isBack'> | null = null): Notice {
  const words = t.analysis;
  const say = (text: string, tone: Notice['tone'] = 'quiet', squares: Square[] = []): Notice => ({ tone, text, squares });
  const { refused, placed } = board;
  if (refused) {
    const refusal: Refusal | null = refused.reason && { kind: 'illegal', reason: refused.reason };
    return say(refusal ? t.refusals.word(refusal, refused.message) : refused.message, 'refusal', refusal ? squaresOf(refusal, board.fen) : []);
  }
  if (board.isStuck) {
    const text = reach.isLost ? `${t.page.away} ${words.trouble.rules}` : words.trouble.rules;
    return { ...say(text, 'refusal'), retries: true };
  }
  if (board.problem) return say(board.problem, 'refusal');
  if (practice?.problem) return say(practice.problem, 'refusal');
  if (board.replacing !== null) return say(words.replacing(nameOf(nodeOf(board.tree, board.replacing))), 'strong');
  if (board.lost > 0) return say(words.lost(board.lost), 'strong');
  if (board.isRewritten) return say(words.rewritten, 'strong');
  if (placed?.outcome) return say(words.outcomes[placed.outcome.kind] ?? placed.outcome.kind, 'strong');
  if (board.claim) return say(words.claims[board.claim], 'strong');
  if (practice && ban) return say(ban, 'strong');
  if (practice) {
    const { hint } = practice;
    if (hint && practice.isYourTurn) {
      const role = piecesOf(board.fen).get(hint.from)?.role ?? 'pawn';
      return hint.isWhole ? say(words.hintMove(hint.san), 'strong', [hint.from, hint.to]) : say(words.hintPiece({ role, square: hint.from }), 'strong', [hint.from]);
    }
    if (practice.isBack) return say(words.lookingBack, 'strong');
    return practice.isThinking ? say(words.theirMove) : say(practice.isYourTurn ? words.yourMove : words.toMove(board.turn), 'strong');
  }
  if (lesson?.isYourTurn) return say(words.yourMove, 'strong');
  if (lesson?.isBack) return say(words.lookingBack, 'strong');
  if (typeof kept.named === 'number') return say(words.longLine(Math.ceil(kept.named / 2)), 'strong');
  if (kept.gone) return say(words.forgotten(kept.gone.title), 'strong');
  if (kept.room) return say(words.littleRoom(kept.room.left, kept.room.next), 'strong');
  if (board.isAside) return say(words.inVariation);
  if (names) return say((placed?.check ? t.status.inCheck : t.status.toMove)(names[board.turn]));
  return say(placed?.check ? words.inCheck(board.turn) : words.toMove(board.turn));
}
