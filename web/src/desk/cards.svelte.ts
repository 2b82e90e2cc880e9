// SPDX-License-Identifier: AGPL-3.0-or-later
// The cards that were made since the page was opened. No code can be shown a second time, so none leaves the page unless a
// newer card has taken its place, and then the page says so.
import type { Card } from '../platform/protocol';

/** A card on the sheet. */
export interface SheetCard extends Card {
  /** A later batch has a card for the same player: the code opens nothing any more. */
  isReplaced: boolean;
}

/** The cards of one list. */
export interface Batch {
  /** From 1 on, in the order in which the batches were made. */
  number: number;
  cards: SheetCard[];
}

/** All batches, the newest first. */
export class Batches {
  all = $state.raw<Batch[]>([]);

  add(made: Card[]): void {
    const renewed = new Set(made.map((card) => card.name));
    const earlier = this.all.map((batch) => ({
      ...batch,
      cards: batch.cards.map((card) => (renewed.has(card.name) ? { ...card, isReplaced: true } : card)),
    }));
    const cards = made.map((card) => ({ ...card, isReplaced: false }));
    this.all = [{ number: this.all.length + 1, cards }, ...earlier];
  }
}

/** What one organiser has typed and made. */
export class Sheet {
  readonly batches = new Batches();
  list = $state('');
  until = $state('');
}

let kept: { of: string; sheet: Sheet } | null = null;

/**
 * The sheet of this person. It outlives the part of the desk that shows it: no code can be shown a second time, and the part is
 * made anew after a walk to another page, and when the server was out of reach for a moment. Another organiser finds nothing
 * of it.
 */
export function sheetOf(person: string): Sheet {
  if (kept?.of !== person) kept = { of: person, sheet: new Sheet() };
  return kept.sheet;
}

/**
 * The names in a list, each as often as it stands there: the server says which stands twice. Lists of a class have first and
 * last names; a name here has no blanks.
 */
export const namesIn = (list: string): string[] =>
  list.split(/[\n,;]/).map((name) => name.trim().replace(/\s+/g, '_')).filter((name) => name !== '');
