// SPDX-License-Identifier: AGPL-3.0-or-later
import type { Page } from '@playwright/test';

/** Every word of a name in a list of an event that goes on in the next line, and every list and table that is wider than its place. */
export function broken(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    for (const name of document.querySelectorAll('main .person bdi, main [role=group] .team')) {
      const texts = document.createTreeWalker(name, NodeFilter.SHOW_TEXT);
      for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        // A name goes on in the next line behind a space or a hyphen.
        for (const { 0: word, index } of (node.nodeValue ?? '').matchAll(/[^\s-]+/g)) {
          const range = document.createRange();
          range.setStart(node, index);
          range.setEnd(node, index + word.length);
          const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
          if (lines > 1) found.push(`“${word}” takes ${lines} lines`);
        }
      }
    }
    for (const list of document.querySelectorAll<HTMLElement>('main ol, main table, main .card, main [role=group] p')) {
      const beyond = list.scrollWidth - list.clientWidth;
      if (beyond > 1) found.push(`${list.tagName} "${list.innerText.slice(0, 30)}" is ${beyond} px too wide`);
    }
    const over = document.documentElement.scrollWidth - document.documentElement.clientWidth;
    if (over > 0) found.push(`the page is ${over} px too wide`);
    return found;
  });
}
