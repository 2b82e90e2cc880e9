// SPDX-License-Identifier: AGPL-3.0-or-later
// The keyboard's place at buttons that take each other's place: "Publish" goes where "Pair next round" stood.
import { tick } from 'svelte';

/**
 * Does something for a button within `place`. The button is disabled while the server answers, or gone afterwards, and the focus
 * would fall to the page's beginning: `place` itself gets it, and the next Tab leads to what stands there now. Not one of the
 * buttons: whoever presses once too often would press another than they meant. Returns what came of the deed.
 */
export async function keepPlace<T>(place: HTMLElement | undefined, deed: () => Promise<T>): Promise<T> {
  const active = document.activeElement;
  const hadFocus = !!place?.contains(active);
  const result = await deed();
  await tick();
  const now = document.activeElement;
  const hasMoved = now !== null && now !== document.body && now !== active;
  // The button is still there if the act was refused.
  if (hadFocus && !hasMoved) (active instanceof HTMLElement && active.isConnected ? active : place)?.focus();
  return result;
}
