// SPDX-License-Identifier: AGPL-3.0-or-later
// Parts of the page that are fetched later than the page.

const FIRST_MS = 1_000;
const LONGEST_MS = 30_000;

/** Loads something until it is there: a request that fails is made again, after longer and longer pauses. Returns how to give up. */
export function again<T>(load: () => Promise<T>, then: (loaded: T) => void): () => void {
  let isGone = false;
  let pause = FIRST_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const attempt = () => {
    load().then(
      (loaded) => {
        if (!isGone) then(loaded);
      },
      () => {
        if (!isGone) timer = setTimeout(attempt, pause);
        pause = Math.min(2 * pause, LONGEST_MS);
      },
    );
  };
  attempt();
  return () => {
    isGone = true;
    clearTimeout(timer);
  };
}
