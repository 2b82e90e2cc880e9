// SPDX-License-Identifier: AGPL-3.0-or-later
// What the opponent asks now, and how it can be answered.
import { t } from '../locale';
import type { Game } from './game.svelte';

/** An answer: its whole name, what its button shows, and what it does. One word is enough where the question stands beside it. */
export interface OfferAnswer {
  name: string;
  label: string;
  act: () => void;
}

/** A question of the opponent. */
export interface Offer {
  question: 'takeback' | 'draw';
  text: string;
  /** The same without a name, for a narrow line: a long name would leave no room for what is asked. */
  short: string;
  /** Yes, then no. */
  answers: readonly [OfferAnswer, OfferAnswer];
}

/** The questions that wait for this person: a takeback, a draw, both or none. */
export function offersOf(game: Game): Offer[] {
  const { situation, you, view, askedAt } = game;
  if (!situation || you === null) return [];
  const offers: Offer[] = [];
  const name = t.player.name(view?.[game.opponent] ?? { kind: 'open' });
  if (situation.takeback !== undefined && situation.takeback !== null && situation.takeback !== you) {
    const answer = (accept: boolean) => () => game.order({ type: 'answer_takeback', accept, seq: askedAt.takeback });
    const { acceptTakeback, declineTakeback, accept: yes, decline: no } = t.game;
    offers.push({
      question: 'takeback',
      text: t.game.asksTakeback(name),
      short: t.game.takebackProposed,
      answers: [
        { name: acceptTakeback, label: yes, act: answer(true) },
        { name: declineTakeback, label: no, act: answer(false) },
      ],
    });
  }
  if (situation.draw_offer !== null && situation.draw_offer !== you) {
    const answer = (accept: boolean) => () => game.order({ type: 'answer_draw', accept, seq: askedAt.draw });
    const { acceptDraw, declineDraw, decline } = t.game;
    offers.push({
      question: 'draw',
      text: t.game.offers(name),
      short: t.game.offered,
      answers: [
        { name: acceptDraw, label: acceptDraw, act: answer(true) },
        { name: declineDraw, label: decline, act: answer(false) },
      ],
    });
  }
  // Two questions leave no room for their sentences: each button says what it answers.
  if (offers.length > 1) for (const { answers } of offers) for (const answer of answers) answer.label = answer.name;
  return offers;
}
