// SPDX-License-Identifier: AGPL-3.0-or-later
import { expect, test } from 'vitest';
import { clockOff } from '../src/desk/clockOff';

test('a clock that is off is told by its two largest units', () => {
  const told = (seconds: number) => clockOff(seconds).replaceAll('\u00a0', ' ');
  expect([6, -61, 3_600, -3_725, 90_060].map(told)).toEqual(['6 s', '1 min 1 s', '1 h', '1 h 2 min', '25 h 1 min']);
});
