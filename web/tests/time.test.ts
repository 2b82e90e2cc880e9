// SPDX-License-Identifier: AGPL-3.0-or-later
import { describe, expect, test } from 'vitest';
import { Clocks } from '../src/live/clocks.svelte';
import { clockFace, untilNextFace } from '../src/platform/time';
import { t } from '../src/locale';

describe('a clock face', () => {
  test.each([
    [600_000, '10:00', null],
    [599_999, '10:00', null],
    [599_000, '9:59', null],
    [59_001, '1:00', null],
    [10_000, '0:10', null],
    [9_999, '9', '9'],
    [1_050, '1', '0'],
    [40, '0', '0'],
    [-5, '0', '0'],
    [3_600_000, '1:00:00', null],
    [3_725_000, '1:02:05', null],
  ])('with %i ms shows %s', (ms, figures, tenths) => {
    expect(clockFace(ms)).toEqual({ figures, tenths });
  });

  test('is looked at again when it changes, not sooner', () => {
    expect(untilNextFace(61_250)).toBe(250);
    expect(untilNextFace(61_000)).toBe(1000);
    expect(untilNextFace(9_950)).toBe(50);
    expect(untilNextFace(0)).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('two clocks', () => {
  test('only the running one goes down', () => {
    const clocks = new Clocks();
    clocks.set({ white_ms: 60_000, black_ms: 50_000, running: 'black' }, 1000);
    expect(clocks.tick(3500)).toBe(500);
    expect(clocks.shown).toEqual({ white: 60_000, black: 47_500 });
  });

  test('time does not go below nothing: whether it is over is for the server to say', () => {
    const clocks = new Clocks();
    clocks.set({ white_ms: 900, black_ms: 900, running: 'white' }, 0);
    expect(clocks.tick(5000)).toBeNull();
    expect(clocks.shown?.white).toBe(0);
  });

  test('standing clocks and unlimited games need no ticks', () => {
    const clocks = new Clocks();
    clocks.set({ white_ms: 900, black_ms: 900, running: null }, 0);
    expect(clocks.tick(100)).toBeNull();
    clocks.set(null, 0);
    expect(clocks.shown).toBeNull();
    expect(clocks.tick(100)).toBeNull();
  });
});

test('time controls are written as players write them', () => {
  expect(t.time.control({ initial_ms: 300_000, increment_ms: 3_000 })).toBe('5+3');
  expect(t.time.control({ initial_ms: 30_000, increment_ms: 0 })).toBe('½+0');
  expect(t.time.control({ initial_ms: 90_000, increment_ms: 1_000 })).toBe('1.5+1');
  expect(t.time.control({ initial_ms: 300_000, delay_ms: 5_000 })).toBe('5 min, 5 s delay');
  expect(t.time.control({ initial_ms: 300_000, bronstein_ms: 5_000 })).toBe('5 min, 5 s Bronstein');
  const [white, black] = [{ initial_ms: 60_000, increment_ms: 0 }, { initial_ms: 300_000, increment_ms: 3_000 }];
  expect(t.time.control({ white, black })).toBe('White 1+0, Black 5+3');
  expect(t.time.control({ days: 1 })).toBe('1 day per move');
  expect(t.time.control(null)).toBe('No time limit');
});
