// SPDX-License-Identifier: AGPL-3.0-or-later

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
