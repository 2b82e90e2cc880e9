// SPDX-License-Identifier: AGPL-3.0-or-later
/** An amount in hundredths as people write it: `200`, `12.50`. */
export const money = (hundredths: number): string => (hundredths % 100 === 0 ? String(hundredths / 100) : (hundredths / 100).toFixed(2));
