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
