// SPDX-License-Identifier: AGPL-3.0-or-later

/** Whether this run looks at everything. */
export const SWEEPS_ALL = process.env.TABIYA_SWEEP === 'all';

/** What an ordinary run looks at; with `TABIYA_SWEEP=all` the others as well. */
export const swept = <T>(ordinary: readonly T[], others: readonly T[]): readonly T[] => (SWEEPS_ALL ? [...ordinary, ...others] : ordinary);
