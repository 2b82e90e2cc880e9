// SPDX-License-Identifier: AGPL-3.0-or-later
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { settings } from '../src/platform/settings.svelte';
import { give } from '../src/platform/sounds';

/** How loud each struck sound begins, in the order in which they were struck. */
let loud: number[] = [];
let felt: number[][] = [];
/** The tones of what was struck, in hertz. */
let tones: number[] = [];

/** The page makes one for all its sounds. */
let device: Sound | undefined;

/** As much of the browser's sound as a knock needs. */
class Sound {
  state = 'running';
  constructor() {
    device = this;
  }
  suspend = () => void (this.state = 'suspended');
  resume = () => void (this.state = 'running');
  currentTime = 0;
  sampleRate = 100;
  destination = this.node();
  createGain = () => ({ ...this.node(), gain: { value: 0, setValueAtTime: (value: number) => loud.push(value), exponentialRampToValueAtTime: () => undefined } });
  createOscillator = () => ({ ...this.node(), frequency: { setValueAtTime: (tone: number) => tones.push(tone) }, start: () => undefined, stop: () => undefined });
  createBufferSource = () => ({ ...this.node(), start: () => undefined });
  createBiquadFilter = () => ({ ...this.node(), frequency: {} });
  createBuffer = () => ({ getChannelData: () => new Float32Array(2) });

  node() {
    return { connect: (to: unknown) => to };
  }
}

beforeEach(() => {
  [loud, felt, tones] = [[], [], []];
  vi.stubGlobal('AudioContext', Sound);
  vi.stubGlobal('navigator', { ...navigator, vibrate: (feel: number[]) => felt.push(feel) > 0 });
});
afterEach(() => {
  vi.unstubAllGlobals();
  settings.take({});
});

describe('sounds', () => {
  test('are as loud as was chosen, and never louder than 40 %', () => {
    const loudest = (volume: string) => {
      settings.take({ volume });
      loud = [];
      give('capture');
      return Math.max(...loud);
    };
    expect(loudest('100')).toBeCloseTo(0.4);
    expect(loudest('50')).toBeCloseTo(0.2);
    expect(loudest('10')).toBeCloseTo(0.04);
  });

  test('differ by what was chosen, and none is louder than wood', () => {
    const heard = ['wood', 'soft', 'glass', 'tin'].map((sounds) => {
      settings.take({ sounds, volume: '100' });
      [loud, tones] = [[], []];
      give('move');
      expect(Math.max(...loud)).toBeCloseTo(0.8 * 0.4);
      return tones.map(Math.round).join(' ');
    });
    expect(new Set(heard.slice(0, 3)).size).toBe(3);
    expect(heard[3], 'a kind that this page does not know').toBe(heard[0]);
  });

  test('let the device sleep after a minute of silence, and wake it', () => {
    vi.useFakeTimers();
    give('move');
    vi.advanceTimersByTime(59_000);
    give('move');
    vi.advanceTimersByTime(59_000);
    expect(device?.state).toBe('running');
    vi.advanceTimersByTime(1_000);
    expect(device?.state).toBe('suspended');
    give('move');
    expect(device?.state).toBe('running');
    vi.useRealTimers();
  });

  test('are silent when they are off', () => {
    settings.take({ sound: 'off' });
    give('move');
    expect(loud).toEqual([]);
  });

  test('warn of low time unless that is not wanted', () => {
    give('low_time');
    expect(loud.length).toBeGreaterThan(0);
    [loud, felt] = [[], []];
    settings.take({ low_time: 'off', haptics: 'on' });
    give('low_time');
    expect([loud, felt]).toEqual([[], []]);
  });
});

describe('vibration', () => {
  test('comes with moves where it is wanted, also without sound', () => {
    settings.take({ haptics: 'off', sound: 'off' });
    give('move');
    expect(felt).toEqual([]);
    settings.take({ haptics: 'on', sound: 'off' });
    give('move');
    give('check');
    expect(felt).toEqual([[12], [12, 40, 30]]);
    expect(loud).toEqual([]);
    // Nothing is felt where there is nothing to feel.
    give('begin');
    expect(felt).toHaveLength(2);
  });

  test('waits until the page was touched: browsers complain before', () => {
    const touched = { hasBeenActive: false };
    vi.stubGlobal('navigator', { userActivation: touched, vibrate: (feel: number[]) => felt.push(feel) > 0 });
    settings.take({ haptics: 'on', sound: 'off' });
    give('move');
    expect(felt).toEqual([]);
    touched.hasBeenActive = true;
    give('move');
    expect(felt).toEqual([[12]]);
  });

  test('is no trouble where the device has none', () => {
    vi.stubGlobal('navigator', {});
    settings.take({ haptics: 'on', sound: 'off' });
    expect(() => give('move')).not.toThrow();
  });
});
