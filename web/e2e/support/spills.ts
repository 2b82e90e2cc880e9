// SPDX-License-Identifier: AGPL-3.0-or-later
import type { Page } from '@playwright/test';

/** What may be wider than its place: lists of moves scroll sideways, names of people are cut and have a title, and the site's own name
 * gives way to all that stands beside it. */
const MAY_SCROLL = '.moves, dialog, .list, textarea, pre, .panel';
const MAY_BE_CUT = '.person, .opponent bdi, .menu bdi, .after bdi, header .word';

/**
 * Every text that is cut off or hangs out of its box or of the page, and the page itself where it can be scrolled
 * sideways: what a longer language breaks first.
 */
export function spills(page: Page): Promise<string[]> {
  return page.evaluate(
    ([mayScroll, mayBeCut]) => {
      const found = new Set<string>();
      const width = document.documentElement.clientWidth;
      const over = document.documentElement.scrollWidth - width;
      if (over > 0) found.add(`the page is ${over} px wider than the window`);

      const hidden = (element: Element): boolean =>
        !element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) ||
        element.closest('.visually-hidden, svg, [aria-hidden="true"], option') !== null;
      const solid = (style: CSSStyleDeclaration): boolean =>
        style.borderInlineStartWidth !== '0px' || style.overflowX !== 'visible' || style.backgroundColor !== 'rgba(0, 0, 0, 0)';

      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        const parent = node.parentElement;
        if (!parent || !node.nodeValue?.trim() || hidden(parent) || parent.closest(mayBeCut)) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        const rects = [...range.getClientRects()].filter((rect) => rect.width > 0);
        const [left, right] = [Math.min(...rects.map((rect) => rect.left)), Math.max(...rects.map((rect) => rect.right))];
        if (rects.length === 0) continue;
        // The nearest thing with an edge that can be seen, or that cuts what is inside.
        let box: Element | null = parent;
        while (box && box !== document.body && !solid(getComputedStyle(box))) box = box.parentElement;
        if (!box || box.closest(mayScroll)) continue;
        const edge = box === document.body ? { left: 0, right: width } : box.getBoundingClientRect();
        const beyond = Math.round(Math.max(edge.left - left, right - edge.right));
        if (beyond <= 1) continue;
        const name = `${box.tagName.toLowerCase()}${[...box.classList].map((one) => `.${one}`).join('')}`;
        found.add(`${name}: "${node.nodeValue.trim().slice(0, 60)}" is ${beyond} px too long`);
      }
      return [...found];
    },
    [MAY_SCROLL, MAY_BE_CUT] as const,
  );
}
