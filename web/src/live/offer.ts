// SPDX-License-Identifier: AGPL-3.0-or-later
// What the opponent asks now, and how it can be answered.
import { t } from '../locale';
import type { Game } from './game.svelte';

/** An answer: what it is called, what its button shows, and what it does. */
export interface OfferAnswer {
  name: string;
  label: string;
  act: () => void;
}

/** A question of the opponent. */
export interface Offer {
  question: 'takeback' | 'draw';
  text: string;
  answers: OfferAnswer[];
}

/** The question that waits for this person; null if there is none. */
export function offerOf(game: Game): Offer | null {
  const { situation, you } = game;
  if (!situation || you === null) return null;
  const { accept, decline, acceptTakeback, declineTakeback } = t.game;
  const takeback = situation.takeback;
  if (takeback !== undefined && takeback !== null && takeback !== you) {
    const answer = (accepts: boolean) => () => game.order({ type: 'answer_takeback', accept: accepts });
    return {
      question: 'takeback',
      text: t.game.asksTakeback(takeback),
      answers: [
        { name: acceptTakeback, label: accept, act: answer(true) },
        { name: declineTakeback, label: decline, act: answer(false) },
      ],
    };
  }
  const draw = situation.draw_offer;
  if (draw !== null && draw !== you) {
    const answer = (accepts: boolean) => () => game.order({ type: 'answer_draw', accept: accepts });
    return {
      question: 'draw',
      text: t.game.offers(draw),
      answers: [
        { name: accept, label: accept, act: answer(true) },
        { name: decline, label: decline, act: answer(false) },
      ],
    };
  }
  return null;
}
