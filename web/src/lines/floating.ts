// SPDX-License-Identifier: AGPL-3.0-or-later
// Where the card of a line floats while the line is made, on screens that have the card far below the board.

/** The card's left edge in pixels of the screen; 0 where it takes the lower edge of the screen. */
export interface Floating {
  from: number;
}

/** The least width in pixels that the card's sentences and buttons need beside the board. */
const LEAST_PX = 180;
const GAP_PX = 8;

/** How `card` floats beside `board`; null where the page's styles have it beside the board anyway. */
export function floating(card: HTMLElement, board: Element): Floating | null {
  if (getComputedStyle(card).getPropertyValue('--beside').trim() === '1') return null;
  return beside(board.getBoundingClientRect().right, window.innerWidth);
}

/** The same for a board that ends `right` pixels from the left edge of a screen of this width. */
export function beside(right: number, width: number): Floating {
  const from = Math.ceil(right) + GAP_PX;
  return { from: width - from >= LEAST_PX ? from : 0 };
}
