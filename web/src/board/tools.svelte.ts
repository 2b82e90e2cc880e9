// SPDX-License-Identifier: AGPL-3.0-or-later
import { Drawings } from './drawings.svelte';

/** What a page with a board has at hand beside it. Gone with the page; what is kept stands in the settings. */
export class Tools {
  isFlipped = $state(false);
  /** Only the board, the clocks and what can be done. */
  isZen = $state(false);
  /** What is open beside the board. */
  panel = $state<'settings' | 'keys' | null>(null);

  constructor(readonly drawings = new Drawings()) {}

  flip(): void {
    this.isFlipped = !this.isFlipped;
  }

  toggleZen(): void {
    this.isZen = !this.isZen;
    this.panel = null;
  }

  togglePanel(panel: 'settings' | 'keys'): void {
    this.panel = this.panel === panel ? null : panel;
  }
}
