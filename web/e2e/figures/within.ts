// SPDX-License-Identifier: AGPL-3.0-or-later
import { expect, test } from '../support/test';

/** Compares the median with the limit, both in milliseconds, and prints all that was measured. */
export function within(what: string, measured: number[], limit: number): void {
  const sorted = [...measured].sort((one, other) => one - other);
  const median = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  const found = `${what}: median ${median.toFixed(1)} ms of ${sorted.map((one) => one.toFixed(1)).join(', ')}`;
  test.info().annotations.push({ type: 'took', description: found });
  console.log(found);
  expect(median, found).toBeLessThanOrEqual(limit);
}
