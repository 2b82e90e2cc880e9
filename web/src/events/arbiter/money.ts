// SPDX-License-Identifier: AGPL-3.0-or-later
/** An amount in hundredths as people write it: `200`, `12.50`. */
export const money = (hundredths: number): string => (hundredths % 100 === 0 ? String(hundredths / 100) : (hundredths / 100).toFixed(2));

/** What somebody has written, `12`, `12.5` or `12,50`, in hundredths; undefined if it is no amount. */
export function hundredths(text: string): number | undefined {
  const parts = /^(\d{1,6})(?:[.,](\d{1,2}))?$/.exec(text.trim());
  return parts ? Number(parts[1]) * 100 + Number((parts[2] ?? '').padEnd(2, '0')) : undefined;
}
