// SPDX-License-Identifier: AGPL-3.0-or-later
// The server was updated under an open page: the page loads itself again, but never in a circle.

/** Why: the server speaks another protocol, or the page's files are no longer there. */
type Reason = 'protocol' | 'files';

const keyOf = (why: Reason) => `tabiya.reloaded.${why}`;

/** Loads the page again; false where that has been tried and did not help. */
export function reloadOnce(why: Reason): boolean {
  try {
    if (sessionStorage.getItem(keyOf(why)) === null) {
      sessionStorage.setItem(keyOf(why), '1');
      location.reload();
      return true;
    }
  } catch {
    // Without storage nobody can tell whether this is the first time: better not to loop.
  }
  return false;
}

/** It did help, or was not needed: the next update may reload the page again. */
export function forgetReload(why: Reason): void {
  try {
    sessionStorage.removeItem(keyOf(why));
  } catch {
    // Nothing was kept, then.
  }
}
