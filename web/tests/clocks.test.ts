// SPDX-License-Identifier: AGPL-3.0-or-later
import { describe, expect, test } from 'vitest';
import { Clocks } from '../src/live/clocks.svelte';
import { clockFace } from '../src/platform/time';
import { Setup } from '../src/setup/setup.svelte';

describe('clocks', () => {
  test('wait out the delay before they run', () => {
    const clocks = new Clocks();
    clocks.set({ white_ms: 60_000, black_ms: 60_000, running: 'white', delay_ms: 3_000 }, 1_000);
    clocks.tick(3_000);
    expect([clocks.delay, clocks.shown?.white]).toEqual([1_000, 60_000]);
    clocks.tick(6_000);
    expect([clocks.delay, clocks.shown?.white]).toEqual([0, 58_000]);
  });

  test('count down to the first move', () => {
    const clocks = new Clocks();
    clocks.set({ white_ms: 60_000, black_ms: 60_000, running: null, first_move_ms: 120_000 }, 0);
    expect(clocks.tick(500)).toBe(500);
    expect([clocks.firstMove, clocks.shown?.white]).toEqual([119_500, 60_000]);
  });

  test('show days where there are any', () => {
    expect(clockFace(3 * 86_400_000).figures).toBe('3d');
    expect(clockFace(86_400_001).figures).toBe('1d 1h');
    expect(clockFace(86_400_000).figures).toBe('24:00:00');
  });
});

test.each([
  [{ preset: 'days', days: 3 }, { days: 3 }],
  [{ preset: 'custom', minutes: 5, seconds: 3, bonus: 'delay' }, { initial_ms: 300_000, delay_ms: 3_000 }],
  [{ preset: 'custom', minutes: 5, seconds: 3, bonus: 'bronstein' }, { initial_ms: 300_000, bronstein_ms: 3_000 }],
  [
    { preset: 'custom', minutes: 5, seconds: 3, odds: true, otherMinutes: 1, otherSeconds: 0, color: 'black' },
    { white: { initial_ms: 60_000, increment_ms: 0 }, black: { initial_ms: 300_000, increment_ms: 3_000 } },
  ],
])('%j is a time control', (choices, time) => {
  const setup = new Setup('friend');
  Object.assign(setup, choices);
  expect(setup.wish()?.time).toEqual(time);
});
