// SPDX-License-Identifier: AGPL-3.0-or-later

/**
 * Keeps the keyboard's place where buttons come and go: when the one that has the focus is taken away or disabled, this element
 * itself gets it, and the next Tab leads to what stands in it now. Not one of the buttons: whoever presses once too often would press another
 * than they meant. Without this the focus would fall to the page's beginning.
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
    if (last === null || last === element || (last.isConnected && !(last as HTMLElement).matches(':disabled'))) return;
    const active = document.activeElement;
    // What is disabled still has the focus now, and loses it when the page is drawn.
    if (active === null || active === document.body || active === last) element.focus();
    last = null;
  });
  element.tabIndex = -1;
  element.addEventListener('focusin', enter);
  element.addEventListener('focusout', leave);
  observer.observe(element, { childList: true, attributes: true, attributeFilter: ['disabled'], subtree: true });
  return () => {
    observer.disconnect();
    element.removeEventListener('focusin', enter);
    element.removeEventListener('focusout', leave);
  };
}

/**
 * Keeps the keyboard's place in a form that was refused. A button that is disabled while the server answers loses the focus: it
 * gets it back, or the field that is at fault gets it, unless the person has gone elsewhere.
 */
export function keepSubmit(form: HTMLFormElement): () => void {
  let pressed: HTMLElement | null = null;
  const submit = (event: SubmitEvent) => {
    const active = document.activeElement;
    pressed = active instanceof HTMLElement && form.contains(active) ? active : event.submitter;
  };
  const observer = new MutationObserver(() => {
    const active = document.activeElement;
    const hasMoved = active !== null && active !== document.body && active !== pressed;
    if (hasMoved || !pressed?.isConnected) pressed = null;
    if (pressed === null || form.querySelector('button:not([type="button"]):disabled')) return;
    const place = form.querySelector<HTMLElement>('[aria-invalid="true"]') ?? pressed;
    if (place !== active) place.focus();
    pressed = null;
  });
  // Before the form's own listener, which may find the fault at once.
  form.addEventListener('submit', submit, true);
  observer.observe(form, { attributes: true, attributeFilter: ['disabled', 'aria-invalid'], subtree: true });
  return () => {
    observer.disconnect();
    form.removeEventListener('submit', submit, true);
  };
}
