// SPDX-License-Identifier: AGPL-3.0-or-later
// The animation of a game: what is written is read again as the format says.
import { expect, test } from 'vitest';
import { paletteOf } from '../src/live/after/drawGame';
import { COLOURS, writeGif } from '../src/live/after/gif';

/** Reads the codes of one image, as appendix F of the format describes. */
function expand(codes: Uint8Array): number[] {
  let [size, at] = [9, 0];
  const next = () => {
    let code = 0;
    for (let bit = 0; bit < size; bit += 1, at += 1) code |= (((codes[at >> 3] ?? 0) >> (at & 7)) & 1) << bit;
    return code;
  };
  const pixels: number[] = [];
  let rows: number[][] = [];
  let before: number[] | null = null;
  for (;;) {
    const code = next();
    if (code === 257) return pixels;
    if (code === 256) {
      rows = [];
      [size, before] = [9, null];
      continue;
    }
    const row: number[] = code < 256 ? [code] : (rows[code - 258] ?? [...(before ?? []), before?.[0] ?? 0]);
    if (before) rows.push([...before, row[0] ?? 0]);
    if (258 + rows.length === 1 << size && size < 12) size += 1;
    pixels.push(...row);
    before = row;
  }
}

/** The images of a file, each with its place. */
function images(file: Uint8Array): { left: number; top: number; width: number; height: number; delay: number; pixels: number[] }[] {
  const short = (at: number) => (file[at] ?? 0) | ((file[at + 1] ?? 0) << 8);
  const found = [];
  let [at, delay] = [13 + 3 * COLOURS, 0];
  for (;;) {
    const kind = file[at];
    if (kind === 0x3b) return found;
    if (kind === 0x21) {
      if (file[at + 1] === 0xf9) delay = short(at + 4);
      at += 2;
      while (file[at] !== 0) at += (file[at] ?? 0) + 1;
      at += 1;
      continue;
    }
    expect(kind).toBe(0x2c);
    const [left, top, width, height] = [1, 3, 5, 7].map((more) => short(at + more)) as [number, number, number, number];
    at += 11;
    const codes: number[] = [];
    while (file[at] !== 0) {
      const length = file[at] ?? 0;
      codes.push(...file.subarray(at + 1, at + 1 + length));
      at += length + 1;
    }
    at += 1;
    found.push({ left, top, width, height, delay, pixels: expand(Uint8Array.from(codes)) });
  }
}

test('frames of every kind are read as they were written', () => {
  let seed = 1;
  const random = () => (seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff) >> 16;
  const frames = [
    // One colour; noise, for which the table of codes is made anew several times; lengths around the growth of codes.
    { width: 64, height: 64, at: () => 7 },
    { width: 200, height: 150, at: () => random() & 0xff },
    ...[1, 2, 253, 254, 255, 256, 257, 511, 512].map((width) => ({ width, height: 1, at: (place: number) => (place * 7) & 0xff })),
  ].map(({ width, height, at }, place) => ({
    left: place,
    top: 2 * place,
    width,
    height,
    delay: 80 + place,
    pixels: Uint8Array.from({ length: width * height }, (_, each) => at(each)),
  }));
  const file = writeGif(300, 200, new Uint8Array(3 * COLOURS), frames);
  expect(new TextDecoder().decode(file.subarray(0, 6))).toBe('GIF89a');
  const read = images(file);
  expect(read.map(({ pixels: _, ...place }) => place)).toEqual(frames.map(({ pixels: _, ...place }) => place));
  for (const [place, frame] of frames.entries()) expect(read[place]?.pixels, `frame ${place}`).toEqual([...frame.pixels]);
});

test('the colours that a board has most of are kept, and others come near', () => {
  const many = Uint32Array.from({ length: 4_000 }, (_, at) => (at < 3_000 ? [0xe7e5da, 0x7291a4, 0xffffff][at % 3] ?? 0 : (at * 7919) & 0xffffff));
  const { palette, entryOf } = paletteOf([many]);
  const colour = (entry: number) => ((palette[3 * entry] ?? 0) << 16) | ((palette[3 * entry + 1] ?? 0) << 8) | (palette[3 * entry + 2] ?? 0);
  for (const flat of [0xe7e5da, 0x7291a4, 0xffffff]) expect(colour(entryOf(flat))).toBe(flat);
  expect(colour(entryOf(0xe7e5db))).toBe(0xe7e5da);
});
