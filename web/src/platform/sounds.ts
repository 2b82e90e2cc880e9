// SPDX-License-Identifier: AGPL-3.0-or-later
// Short knocks, made on the spot: nothing to download, nothing to license.
import { type Chosen, settings } from './settings.svelte';

/** Something that can be heard. */
export type Cue = 'move' | 'capture' | 'check' | 'begin' | 'end' | 'offer' | 'refused' | 'low_time';

/** One knock: a struck body is a click of noise and a few quickly fading partials. */
interface Knock {
  /** Seconds after the cue. */
  at: number;
  /** The body's lowest partial, in hertz. */
  pitch: number;
  /** Between 0 and 1. */
  force: number;
  /** Seconds until it has faded. */
  length: number;
}

const CUES: Record<Cue, Knock[]> = {
  move: [{ at: 0, pitch: 230, force: 0.8, length: 0.09 }],
  capture: [
    { at: 0, pitch: 310, force: 0.7, length: 0.06 },
    { at: 0.045, pitch: 190, force: 1, length: 0.11 },
  ],
  check: [
    { at: 0, pitch: 230, force: 0.8, length: 0.09 },
    { at: 0.1, pitch: 520, force: 0.5, length: 0.14 },
  ],
  begin: [
    { at: 0, pitch: 260, force: 0.6, length: 0.12 },
    { at: 0.13, pitch: 390, force: 0.6, length: 0.16 },
  ],
  end: [
    { at: 0, pitch: 390, force: 0.6, length: 0.14 },
    { at: 0.14, pitch: 310, force: 0.6, length: 0.14 },
    { at: 0.28, pitch: 195, force: 0.8, length: 0.26 },
  ],
  offer: [
    { at: 0, pitch: 440, force: 0.5, length: 0.12 },
    { at: 0.12, pitch: 440, force: 0.5, length: 0.12 },
  ],
  refused: [{ at: 0, pitch: 120, force: 0.5, length: 0.08 }],
  low_time: [
    { at: 0, pitch: 660, force: 0.5, length: 0.08 },
    { at: 0.14, pitch: 660, force: 0.5, length: 0.08 },
  ],
};

/** What is struck. */
interface Body {
  /** The pitch of its knocks, as a factor of wood's. */
  pitch: number;
  /** Its partials: multiples of the lowest, and shares of the force that come to 1 at most. */
  partials: [number, number][];
  /** The middle of the click's noise, in hertz. */
  click: number;
}

const BODIES: Record<Chosen['sounds'], Body> = {
  wood: { pitch: 1, partials: [[1, 0.6], [2.7, 0.25], [5.2, 0.1]], click: 1800 },
  soft: { pitch: 1, partials: [[1, 0.7], [2, 0.2]], click: 400 },
  glass: { pitch: 3, partials: [[1, 0.5], [2.3, 0.2], [4.2, 0.1]], click: 5000 },
};

/** At most 40 % loud: at the volume's upper end. */
const LOUDEST = 0.4;
const loudness = (): number => (LOUDEST * settings.number('volume')) / 100;

/** Milliseconds of silence after which the device may sleep: else it is kept awake for as long as the page is open. It wakes slowly, and
 * may swallow the beginning of a sound, so between the moves of most games it stays awake. */
const SILENCE = 60_000;

let context: AudioContext | null = null;
let silent: ReturnType<typeof setTimeout> | undefined;
let noise: AudioBuffer | null = null;

/** Milliseconds that a device vibrates and rests. Sounds and feel come with what is seen, never in its place. */
const FEEL: Partial<Record<Cue, number[]>> = {
  move: [12],
  capture: [12, 30, 18],
  check: [12, 40, 30],
  offer: [30, 60, 30],
  end: [60],
  refused: [20, 40, 20],
  low_time: [40, 60, 40],
};

/** Gives a cue in the ways that the person chose. */
export function give(cue: Cue): void {
  if (cue === 'low_time' && settings.get('low_time') === 'off') return;
  if (!settings.muted) playCue(cue);
  const feel = FEEL[cue];
  // Firefox and Safari have no such thing; browsers refuse it until the page was touched, and complain.
  if (feel && settings.get('haptics') === 'on' && navigator.userActivation?.hasBeenActive !== false) navigator.vibrate?.(feel);
}

/** Plays a cue, once the person has touched the page: browsers keep silent before, and complain. */
export function playCue(cue: Cue): void {
  if (navigator.userActivation?.hasBeenActive === false) return;
  try {
    context ??= new AudioContext();
    if (context.state === 'suspended') void context.resume();
    for (const knock of CUES[cue]) strike(context, BODIES[settings.get('sounds')], knock);
    clearTimeout(silent);
    silent = setTimeout(() => void context?.suspend(), SILENCE);
  } catch {
    // No sound device: a board is still a board.
  }
}

function strike(audio: AudioContext, body: Body, { at, pitch, force, length }: Knock): void {
  const start = audio.currentTime + at;
  const sum = audio.createGain();
  sum.gain.setValueAtTime(force * loudness(), start);
  sum.gain.exponentialRampToValueAtTime(0.001, start + length);
  sum.connect(audio.destination);
  for (const [ratio, share] of body.partials) {
    const partial = audio.createOscillator();
    const gain = audio.createGain();
    partial.frequency.setValueAtTime(body.pitch * pitch * ratio, start);
    gain.gain.value = share;
    partial.connect(gain).connect(sum);
    partial.start(start);
    partial.stop(start + length);
  }
  click(audio, body.click, start, force);
}

function click(audio: AudioContext, middle: number, start: number, force: number): void {
  noise ??= whiteNoise(audio);
  const source = audio.createBufferSource();
  const filter = audio.createBiquadFilter();
  const gain = audio.createGain();
  source.buffer = noise;
  filter.type = 'bandpass';
  filter.frequency.value = middle;
  gain.gain.setValueAtTime(force * loudness(), start);
  gain.gain.exponentialRampToValueAtTime(0.001, start + 0.02);
  source.connect(filter).connect(gain).connect(audio.destination);
  source.start(start);
}

function whiteNoise(audio: AudioContext): AudioBuffer {
  const buffer = audio.createBuffer(1, audio.sampleRate * 0.02, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let index = 0; index < samples.length; index += 1) samples[index] = Math.random() * 2 - 1;
  return buffer;
}
