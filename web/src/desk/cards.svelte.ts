// SPDX-License-Identifier: AGPL-3.0-or-later
// The cards that were made since the page was opened. No code can be shown a second time, so none leaves the page unless a
// newer card has taken its place, and then the page says so.
import type { Card } from '../platform/protocol';

/** A card as it was made: whose it is as the list has it, and as the server knows the player. */
export interface NewCard extends Card {
  /** The name as it stands in the class's list. */
  written: string;
}

/** A card on the sheet. */
export interface SheetCard extends NewCard {
  /** A later batch has a card for the same player: the code opens nothing any more. */
  isReplaced: boolean;
}

/** The cards of one list. */
export interface Batch {
  /** From 1 on, in the order in which the batches were made. */
  number: number;
  /** When they were made, in milliseconds since 1970. */
  made: number;
  /** Until when they work; null for until they are replaced. */
  until: number | null;
  cards: SheetCard[];
}

/** All batches, the newest first. */
export class Batches {
  all = $state.raw<Batch[]>([]);

  add(cards: NewCard[], made: number, until: number | null): void {
    const renewed = new Set(cards.map((card) => card.name));
    const earlier = this.all.map((batch) => ({
      ...batch,
      cards: batch.cards.map((card) => (renewed.has(card.name) ? { ...card, isReplaced: true } : card)),
    }));
    const fresh = cards.map((card) => ({ ...card, isReplaced: false }));
    this.all = [{ number: this.all.length + 1, made, until, cards: fresh }, ...earlier];
  }

  /** How the list had this player's name, as far as a card of this page says it. */
  writtenOf(name: string): string {
    return this.all.flatMap(({ cards }) => cards).find((card) => card.name === name)?.written ?? name;
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
