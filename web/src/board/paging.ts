// SPDX-License-Identifier: AGPL-3.0-or-later
// The wheel over the board, and a swipe where no piece can be moved, turn the pages of the game.
import type { Attachment } from 'svelte/attachments';

/** How far a touch pad is stroked for one move, in pixels. Whatever turns further at once is a notch of a mouse: one move, too. */
const NOTCH = 40;
/** How far a finger goes for one move, in pixels. */
const STROKE = 40;

/** What has pages: a game's line, or a line of a tree. */
export interface Paged {
  readonly moves: { readonly length: number };
  readonly ply: number;
  review(ply: number): void;
}

/** Turns the pages of `line`; a swipe only where `maySwipe` says so, because elsewhere it drags a piece. */
export function paging(line: Paged, maySwipe: () => boolean): Attachment<HTMLElement> {
  return (place) => {
    let turned = 0;
    let from: { x: number; y: number } | null = null;

    const wheel = (event: WheelEvent) => {
      // A pinch, or a stroke to the side, is the browser's.
      if (event.ctrlKey || Math.abs(event.deltaX) > Math.abs(event.deltaY) || line.moves.length === 0) return;
      event.preventDefault();
      const pixels = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : event.deltaY * NOTCH;
      turned = Math.sign(turned) === Math.sign(pixels) ? turned + pixels : pixels;
      if (Math.abs(turned) < NOTCH) return;
      const step = Math.sign(turned);
      turned = Math.abs(pixels) < NOTCH ? turned - step * NOTCH : 0;
      line.review(line.ply + step);
    };

    const begin = ({ touches }: TouchEvent) => {
      const finger = touches.length === 1 ? touches[0] : undefined;
      from = finger && maySwipe() ? { x: finger.clientX, y: finger.clientY } : null;
    };

    const end = ({ changedTouches }: TouchEvent) => {
      const finger = changedTouches[0];
      if (!from || !finger) return;
      const [across, down] = [finger.clientX - from.x, finger.clientY - from.y];
      from = null;
      if (Math.abs(across) < STROKE || Math.abs(down) > Math.abs(across)) return;
      line.review(line.ply + (across < 0 ? 1 : -1));
    };

    // In the capturing phase: the squares below may take the touch for themselves.
    const swipes = { capture: true, passive: true };
    place.addEventListener('wheel', wheel, { passive: false });
    place.addEventListener('touchstart', begin, swipes);
    place.addEventListener('touchend', end, swipes);
    return () => {
      place.removeEventListener('wheel', wheel);
      place.removeEventListener('touchstart', begin, swipes);
      place.removeEventListener('touchend', end, swipes);
    };
  };
}
