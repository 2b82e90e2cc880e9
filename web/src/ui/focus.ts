// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * Keeps the keyboard's place where buttons come and go: when the one that has the focus is taken away or disabled, this element
 * itself gets it, and the next Tab leads to what stands in it now. Not one of the buttons: whoever presses once too often would
 * press another than they meant. Without this the focus would fall to the page's beginning.
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
    if (last === null || last === element || (last.isConnected && !(last as HTMLButtonElement).disabled)) return;
    const active = document.activeElement;
    // What is disabled still has the focus now, and loses it when the page is drawn.
    if (active === null || active === document.body || active === last) element.focus();
    last = null;
  });
  element.tabIndex = -1;
  element.addEventListener('focusin', enter);
  element.addEventListener('focusout', leave);
  observer.observe(element, { childList: true, attributeFilter: ['disabled'], subtree: true });
  return () => {
    observer.disconnect();
    element.removeEventListener('focusin', enter);
    element.removeEventListener('focusout', leave);
  };
}
