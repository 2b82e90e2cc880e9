// SPDX-License-Identifier: AGPL-3.0-or-later
import type { Attachment } from 'svelte/attachments';

/** Has an element stand at the end of another one of the same page, and follow it when the page draws that anew. */
export function placedIn(selector: string): Attachment<HTMLElement> {
  return (element) => {
    const page = element.closest('main');
    if (!page) return;
    const place = () => {
      const target = page.querySelector(selector);
      if (target && element.parentElement !== target) target.append(element);
    };
    place();
    const watch = new MutationObserver(place);
    watch.observe(page, { childList: true, subtree: true, attributes: true, attributeFilter: ['aria-label'] });
    return () => {
      watch.disconnect();
      element.remove();
    };
  };
}
