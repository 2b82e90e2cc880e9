// SPDX-License-Identifier: AGPL-3.0-or-later
// What the game page says and hears besides what it shows.
import type { Game } from './game.svelte';
import { settings } from '../platform/settings.svelte';
import { t } from '../locale';
import type { Order } from './commands';

/** What the page asks before it does something that can't be taken back. */
export type Question = 'resign' | 'abort' | 'draw';

/** What each question leads to when it is answered with yes. */
const ORDERS: Record<Question, Order> = {
  resign: { type: 'resign' },
  abort: { type: 'abort' },
  draw: { type: 'offer_draw' },
};

/** The person said yes. */
export function confirm(game: Game, question: Question): void {
  game.order(ORDERS[question]);
}

/** What to ask the person first; null where the settings want no question, and it is done. */
export function ask(game: Game, question: Question): Question | null {
  if (settings.get(`confirm_${question}`) === 'on') return question;
  confirm(game, question);
  return null;
}

/** What the tab's title says first, for whoever looks at another tab; empty where nothing is expected of the person. */
export function tabWord(game: Game): string {
  if (game.isYourTurn) return t.status.yourMoveTitle;
  const gone = game.you !== null && game.isPlaying ? game.absence.shown : null;
  if (gone === null || gone.by === game.you) return '';
  const name = t.player.name(game.view?.[gone.by] ?? { kind: 'open' });
  return gone.claimIn === 0 ? t.absence.claimTitle(name) : t.absence.leftTitle(name);
}

/** The last move in words, for whoever listens instead of looking; before it, how long the first may take. */
export function announcement(game: Game): string {
  const last = game.line.moves.at(-1);
  const { situation, clocks, you } = game;
  if (!last) {
    if (!situation || clocks.firstMoveTold === null) return '';
    const name = t.player.name(game.view?.[situation.turn] ?? { kind: 'open' });
    return t.status.firstMove(name, situation.turn === you, clocks.firstMoveTold);
  }
  return t.announce(last.fen.split(' ')[1] === 'b' ? 'white' : 'black', last.san, settings.get('spoken'));
}
