// SPDX-License-Identifier: AGPL-3.0-or-later
// Pictures of a page as pixels: read from PNG, and from the X server's own format.
import { inflateSync } from 'node:zlib';

/** Red, green and blue, 0-255. */
export type Pixel = readonly [number, number, number];

/** A picture whose pixels can be asked for. */
export interface Picture {
  width: number;
  height: number;
  at: (x: number, y: number) => Pixel;
}

/** The part of a picture that begins at (left, top). */
export function crop(whole: Picture, left: number, top: number, width: number, height: number): Picture {
  return { width, height, at: (x, y) => whole.at(left + x, top + y) };
}

/** Reads a PNG with 8 bits a channel, with or without alpha, not interlaced: what browsers write. */
export function readPng(file: Buffer): Picture {
  const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)];
  const [depth, kind, interlaced] = [file[24], file[25], file[28]];
  if (depth !== 8 || (kind !== 2 && kind !== 6) || interlaced !== 0) {
    throw new Error(`a PNG of depth ${depth}, colour type ${kind}, interlace ${interlaced}; expected 8, 2 or 6, 0`);
  }
  const channels = kind === 2 ? 3 : 4;
  const packed: Buffer[] = [];
  for (let at = 8; at < file.length; ) {
    const length = file.readUInt32BE(at);
    if (file.toString('latin1', at + 4, at + 8) === 'IDAT') packed.push(file.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  const bytes = unfilter(inflateSync(Buffer.concat(packed)), width * channels, height, channels);
  const at = (x: number, y: number): Pixel => {
    const start = (y * width + x) * channels;
    return [bytes[start] ?? 0, bytes[start + 1] ?? 0, bytes[start + 2] ?? 0];
  };
  return { width, height, at };
}

/** Undoes the filters of PNG's rows (PNG specification, 9). */
function unfilter(raw: Buffer, stride: number, rows: number, channels: number): Buffer {
  const out = Buffer.alloc(stride * rows);
  for (let row = 0; row < rows; row++) {
    const filter = raw[row * (stride + 1)];
    for (let column = 0; column < stride; column++) {
      const here = row * stride + column;
      const left = column < channels ? 0 : (out[here - channels] ?? 0);
      const up = row === 0 ? 0 : (out[here - stride] ?? 0);
      const corner = row === 0 || column < channels ? 0 : (out[here - stride - channels] ?? 0);
      const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter ?? 0] ?? 0;
      out[here] = (raw[row * (stride + 1) + 1 + column] ?? 0) + guess;
    }
  }
  return out;
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  if (a <= b && a <= c) return left;
  return b <= c ? up : corner;
}

/** Reads the frame buffer file of Xvfb: an X window dump (XWD version 7) of 32 bits a pixel, blue first. */
export function readXwd(file: Buffer): Picture {
  const header = (field: number) => file.readUInt32BE(field * 4);
  const [headerSize, width, height, bits, stride, colours] = [0, 4, 5, 11, 12, 19].map(header) as [
    number, number, number, number, number, number,
  ];
  if (header(1) !== 7 || bits !== 32 || header(7) !== 0) {
    throw new Error(`an X dump of version ${header(1)} with ${bits} bits a pixel, expected 7 and 32`);
  }
  const start = headerSize + colours * 12;
  const at = (x: number, y: number): Pixel => {
    const here = start + y * stride + x * 4;
    return [file[here + 2] ?? 0, file[here + 1] ?? 0, file[here] ?? 0];
  };
  return { width, height, at };
}
