// SPDX-License-Identifier: AGPL-3.0-or-later

/** What an ordinary run looks at; with `TABIYA_SWEEP=all` the others as well. */
export const swept = <T>(ordinary: readonly T[], others: readonly T[]): readonly T[] =>
  process.env.TABIYA_SWEEP === 'all' ? [...ordinary, ...others] : ordinary;
