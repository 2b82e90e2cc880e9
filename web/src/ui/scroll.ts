// SPDX-License-Identifier: AGPL-3.0-or-later

/** Scrolls a list, and only the list, until one of its entries is in its middle; to the start where there is none. */
export function centre(list: HTMLElement, entry: Element | null): void {
  if (!entry) return list.scrollTo({ top: 0, left: 0 });
  const [outer, inner] = [list.getBoundingClientRect(), entry.getBoundingClientRect()];
  list.scrollTo({
    top: list.scrollTop + (inner.top + inner.bottom - outer.top - outer.bottom) / 2,
    left: list.scrollLeft + (inner.left + inner.right - outer.left - outer.right) / 2,
  });
}

/** So many pixels are left free beside what is scrolled into view. */
const AIR = 4;

/**
 * Scrolls the box that an element scrolls in, as little as is needed to see the element, and nothing else: where no box around it
 * scrolls, the page stays where it is. `pinned` sticks to the box's top and covers what is behind it.
 */
export function reveal(element: Element, pinned: Element | null = null): void {
  let box = element.parentElement;
  while (box && !['auto', 'scroll'].includes(getComputedStyle(box).overflowY)) box = box.parentElement;
  if (!box || box === document.body || box === document.documentElement) return;
  const inner = element.getBoundingClientRect();
  const top = box.getBoundingClientRect().top + box.clientTop;
  const above = top + (pinned?.getBoundingClientRect().height ?? 0) + AIR - inner.top;
  const below = inner.bottom + AIR - (top + box.clientHeight);
  // Of what is higher than the box its beginning is seen.
  if (above > 0) box.scrollTop -= above;
  else if (below > 0) box.scrollTop += Math.min(below, -above);
}
