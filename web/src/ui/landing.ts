// SPDX-License-Identifier: AGPL-3.0-or-later
import type { Attachment } from 'svelte/attachments';
import { router } from '../platform/router.svelte';

/** Gives a page's heading the focus when the page was reached by a link, as a browser does for a new document. */
export const landing: Attachment<HTMLElement> = (heading) => {
  heading.tabIndex = -1;
  if (router.hasMoved) heading.focus({ preventScroll: true });
};
