// SPDX-License-Identifier: AGPL-3.0-or-later
// Style sheets that are lost on their way. The browser never asks for one again, and neither does what Vite puts around a part
// of the page that is fetched later: it refuses that part instead.

const FIRST_MS = 1_000;
const LONGEST_MS = 30_000;

/** How long to wait where a sheet that was asked for again is lost, too. */
const pauses = new WeakMap<HTMLLinkElement, number>();

/** Asks for a style sheet again. One that is still on its way must be left alone: somebody may wait for it. */
function renew(link: HTMLLinkElement): void {
  const copy = link.cloneNode() as HTMLLinkElement;
  pauses.set(copy, Math.min(2 * (pauses.get(link) ?? FIRST_MS / 2), LONGEST_MS));
  link.replaceWith(copy);
}

/** Chromium has a sheet for a lost one, too, and says only that its rules can't be read. */
function isLost({ sheet }: HTMLLinkElement): boolean {
  try {
    return !sheet || sheet.cssRules.length < 0;
  } catch {
    return true;
  }
}

/** For the sheets that the document names, and from now on for those of its later parts, which are shown without them first. */
export function keepStyled(): void {
  // Scripts begin when these have come or are lost.
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')) if (isLost(link)) renew(link);
  const onLost = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') setTimeout(() => renew(target), pauses.get(target) ?? 0);
  };
  document.addEventListener('error', onLost, { capture: true });
  addEventListener('vite:preloadError', (event) => {
    const { payload } = event as Event & { payload?: Error };
    if (payload?.message.includes('preload CSS')) event.preventDefault();
  });
}
