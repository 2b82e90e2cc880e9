// SPDX-License-Identifier: AGPL-3.0-or-later
// Puzzles that need not come again soon. Of an account the server knows what was tried, so this page remembers only what was left
// out. What guests try nobody keeps but their browser.
import { recall, remember } from '../platform/storage';

/** So many the server takes. */
const MOST = 50;
const NAME = 'puzzles.passed';

/** What a guest has seen in this browser, the latest last. Whatever else stands there is not sent. */
export function passedBefore(): string[] {
  const kept = recall<unknown>(NAME, []);
  const isId = (id: unknown): id is string => typeof id === 'string' && /^[0-9A-Za-z]{1,16}$/.test(id);
  return Array.isArray(kept) ? kept.filter(isId).slice(-MOST) : [];
}

/** These, and this one as the last. */
export const withPassed = (ids: readonly string[], id: string): string[] => [...ids.filter((other) => other !== id), id].slice(-MOST);

export const rememberPassed = (ids: readonly string[]): void => remember(NAME, ids);
