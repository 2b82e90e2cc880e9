// SPDX-License-Identifier: AGPL-3.0-or-later

const USABLE = 'button:not(:disabled):not([aria-disabled="true"]), a[href]';

/**
 * Keeps the keyboard's place where buttons come and go: when the one that has the focus is taken away, the next one in
 * this element gets it, or the element itself. Without this the focus would fall to the page's beginning.
 */
export function keepFocus(element: HTMLElement): () => void {
  let last: Node | null = null;
  const enter = (event: FocusEvent) => (last = event.target as Node);
  const leave = ({ target }: FocusEvent) => {
    // What was taken away has lost the focus, too, and is no longer part of the page.
    queueMicrotask(() => {
      if ((target as Node).isConnected && target === last && document.activeElement !== target) last = null;
    });
  };
  const observer = new MutationObserver(() => {
    if (last === null || last.isConnected || last === element) return;
    last = null;
    if (document.activeElement !== null && document.activeElement !== document.body) return;
    (element.querySelector<HTMLElement>(USABLE) ?? element).focus();
  });
  element.tabIndex = -1;
  element.addEventListener('focusin', enter);
  element.addEventListener('focusout', leave);
  observer.observe(element, { childList: true, subtree: true });
  return () => {
    observer.disconnect();
    element.removeEventListener('focusin', enter);
    element.removeEventListener('focusout', leave);
  };
}
