// SPDX-License-Identifier: AGPL-3.0-or-later
// The work on a board is kept in the browser: a moment after each change, and when the page is left.
import type { Analysis } from './analysis.svelte';
import { saveBoard } from './begin';
import { type Place, type Room, roomLeft } from './kept';

/** How long nothing must change before it is kept, in milliseconds. */
const SAVE_MS = 400;

export class Keeper {
  /** The work is too large for the browser, and is not kept. */
  isTooLarge = $state(false);
  /** The work that goes next, where there is little room left in the browser. */
  room = $state.raw<Room | null>(null);
  /** The work that had to go for what was kept last, until another position is looked at. */
  forgotten = $state.raw<{ title: string | null } | null>(null);
  private isStale = false;
  /** The edits that are kept. */
  private saved: number;

  constructor(
    private readonly analysis: Analysis,
    private readonly place: Place,
  ) {
    this.saved = analysis.edited;
  }

  /** Called in an effect: what has changed is kept soon. */
  follow(): (() => void) | undefined {
    const { analysis } = this;
    void [analysis.tree, analysis.here];
    if (analysis.edited === 0 && this.place.game !== null) return undefined;
    this.isStale = true;
    const timer = setTimeout(() => this.save(), SAVE_MS);
    return () => clearTimeout(timer);
  }

  /** The page may be gone at once: what has changed is kept now. */
  leave(): void {
    if (this.analysis.edited !== this.saved) this.isStale = true;
    this.save();
  }

  private save(): void {
    if (!this.isStale) return;
    this.isStale = false;
    this.saved = this.analysis.edited;
    this.isTooLarge = !saveBoard(this.analysis, this.place, (title) => (this.forgotten = { title }));
    this.room = roomLeft(this.place);
  }
}
