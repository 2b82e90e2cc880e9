// SPDX-License-Identifier: AGPL-3.0-or-later
import type { Page } from '@playwright/test';

/** Names of people and of the site may be cut: they have a title, or give way to what stands beside them. */
const MAY_BE_CUT = '.person, .opponent, .who, .name, .menu, header .word, .line, .against, .how, td, th, .field';
/** Buttons that are high enough for several lines. */
const MAY_WRAP = '.way, .time, [role=grid], summary, .moves-area';
/** What may take two lines in the narrowest windows alone. */
const MAY_WRAP_AT_320 = '.actions a:last-of-type';

/** Every text in a button, a tile or a dialog that takes more lines than its box has, hangs out of it, or is cut. */
export function cramped(page: Page): Promise<string[]> {
  return page.evaluate(
    ([mayBeCut, always, narrow]) => {
      const mayWrap = innerWidth < 360 ? `${always}, ${narrow}` : always;
      const found = new Set<string>();
      const seen = (element: Element) =>
        element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
        element.closest('.visually-hidden, [aria-hidden="true"]') === null &&
        getComputedStyle(element).clipPath === 'none';
      const name = (element: Element) => `${element.tagName.toLowerCase()}${[...element.classList].map((one) => `.${one}`).join('')}`;
      const short = (text: string) => text.trim().replace(/\s+/g, ' ').slice(0, 50);
      /** Of what is cut short, this much is seen, in sizes of its letters: a name of which nothing is seen names nobody. */
      const LEAST_OF_A_NAME = 2;

      const boxes = document.querySelectorAll('button, a.button, a.card, fieldset label, .tile, dialog .card');
      for (const box of boxes) {
        if (!seen(box)) continue;
        const edge = box.getBoundingClientRect();
        const texts = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
        for (let node = texts.nextNode(); node; node = texts.nextNode()) {
          const parent = node.parentElement;
          if (!parent || !node.nodeValue?.trim() || !seen(parent)) continue;
          const range = document.createRange();
          range.selectNodeContents(node);
          const rects = [...range.getClientRects()].filter(({ width }) => width > 0);
          const lines = new Set(rects.map(({ top }) => Math.round(top))).size;
          const isPlain = box.matches('.button, .icon-button') && !box.closest(mayWrap);
          if (isPlain && lines > 1) found.add(`${name(box)} "${short(node.nodeValue)}" takes ${lines} lines`);
          const bottom = Math.max(...rects.map((rect) => rect.bottom));
          const top = Math.min(...rects.map((rect) => rect.top));
          const beyond = Math.round(Math.max(bottom - edge.bottom, edge.top - top));
          if (beyond > 2) found.add(`${name(box)} "${short(node.nodeValue)}" hangs out by ${beyond} px`);
          const [left, right] = [Math.min(...rects.map((rect) => rect.left)), Math.max(...rects.map((rect) => rect.right))];
          const aside = Math.round(Math.max(edge.left - left, right - edge.right));
          if (aside > 1 && rects.length > 0 && !parent.closest(mayBeCut)) found.add(`${name(box)} "${short(node.nodeValue)}" leaves it by ${aside} px at the side`);
        }
      }
      for (const element of document.querySelectorAll<HTMLElement>('button, button *, a.button, .tile *, dialog *, .card > *')) {
        if (!seen(element) || element.closest(mayBeCut) || element.closest('svg')) continue;
        const { overflowX } = getComputedStyle(element);
        const isCut = overflowX !== 'visible' && overflowX !== 'auto' && element.scrollWidth > element.clientWidth + 1;
        if (isCut && element.innerText?.trim()) found.add(`${name(element)} "${short(element.innerText)}" is cut`);
      }
      for (const element of document.querySelectorAll<HTMLElement>('main th, main td, main .name, main .who, main .person, main bdi')) {
        const { overflowX, fontSize } = getComputedStyle(element);
        if (overflowX === 'visible' || !seen(element) || element.scrollWidth <= element.clientWidth + 1) continue;
        const left = element.clientWidth / parseFloat(fontSize);
        if (left < LEAST_OF_A_NAME) found.add(`${name(element)} "${short(element.innerText)}" is cut to ${element.clientWidth} px`);
      }
      // Numbers beside a curve and the like, which are in no box of their own.
      const all = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let node = all.nextNode(); node; node = all.nextNode()) {
        const parent = node.parentElement;
        if (!parent || !node.nodeValue?.trim() || !parent.closest('.plot') || !parent.checkVisibility()) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        const beyond = Math.round((parent.closest('.card') ?? document.body).getBoundingClientRect().left - range.getBoundingClientRect().left);
        if (beyond > 0) found.add(`${name(parent)} "${short(node.nodeValue)}" leaves its card by ${beyond} px`);
      }
      // What stands at a dialog's lower edge covers nothing that its window has room for.
      for (const dialog of document.querySelectorAll<HTMLDialogElement>('dialog[open]')) {
        const beyond = dialog.scrollHeight - dialog.clientHeight;
        const left = innerHeight - dialog.getBoundingClientRect().height;
        if (beyond > 0 && left > beyond + 24) found.add(`${short(dialog.innerText)}: ${beyond} px of the dialog are covered, and ${left} px of the window are free`);
      }
      return [...found];
    },
    [MAY_BE_CUT, MAY_WRAP, MAY_WRAP_AT_320] as const,
  );
}
