// SPDX-License-Identifier: AGPL-3.0-or-later
// Fetches a file of the page when it is first needed.
import { reach } from './reach.svelte';
import { reloadOnce } from './reload';

/** How often a server that does not answer is asked again, a second apart, before the page says so: a restart takes less. */
const TRIES = 3;

/**
 * While the server is away, it is waited for. A file that an update has replaced is found by loading the page anew. Firefox gives up
 * what is on its way when somebody leaves: a reload then would take the place of where they go.
 */
export async function fetched<T>(load: () => Promise<T>): Promise<T> {
  let leaves = false;
  const leave = () => (leaves = true);
  // Only while a file is on its way: pages that always listen for this are slower to come back to.
  addEventListener('beforeunload', leave);
  try {
    for (let left = TRIES; ; left -= 1) {
      try {
        return await load();
      } catch (error) {
        const isThere = await reach.look();
        // A reload would lose what the page holds, such as a puzzle half solved.
        const isReplaced = isThere && !leaves && reach.isFree;
        // The page is about to be loaded again, so this never ends.
        if (isReplaced && reloadOnce('files')) return await new Promise(() => undefined);
        if (isReplaced || left === 0) throw error;
        // They may have stayed after all.
        leaves = false;
        await new Promise((later) => setTimeout(later, 1_000));
      }
    }
  } finally {
    removeEventListener('beforeunload', leave);
  }
}
