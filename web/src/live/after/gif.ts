// SPDX-License-Identifier: AGPL-3.0-or-later
// Writes an animated GIF (Graphics Interchange Format, version 89a): one palette, and frames that lie over those before.

/** The entries of the palette. */
export const COLOURS = 256;
/** The bits of an entry, with which the codes begin. */
const BITS = 8;
/** The first code that stands for nothing: the table of codes begins anew there. */
const CLEAR = 1 << BITS;
const END = CLEAR + 1;
/** Codes have at most 12 bits. */
const MOST_CODES = 4096;

/** A rectangle of the picture. */
export interface Frame {
  left: number;
  top: number;
  width: number;
  height: number;
  /** The palette's entry of each pixel, row by row. */
  pixels: Uint8Array;
  /** How long it is shown, in hundredths of a second. */
  delay: number;
}

/** Bytes that grow. */
class Bytes {
  private all = new Uint8Array(1 << 16);
  private length = 0;

  put(...bytes: number[]): void {
    for (const byte of bytes) this.byte(byte);
  }

  /** Two bytes, the lower first. */
  short(value: number): void {
    this.put(value & 0xff, value >> 8);
  }

  text(letters: string): void {
    this.put(...[...letters].map((letter) => letter.charCodeAt(0)));
  }

  byte(byte: number): void {
    if (this.length === this.all.length) {
      const larger = new Uint8Array(2 * this.length);
      larger.set(this.all);
      this.all = larger;
    }
    this.all[this.length] = byte;
    this.length += 1;
  }

  taken(): Uint8Array<ArrayBuffer> {
    return this.all.slice(0, this.length);
  }
}

/** Writes the pixels as variable-length codes (appendix F of the format), in blocks of at most 255 bytes. */
function compress(pixels: Uint8Array, bytes: Bytes): void {
  const block: number[] = [];
  const flush = () => {
    if (block.length === 0) return;
    bytes.put(block.length, ...block);
    block.length = 0;
  };
  let [waiting, bits] = [0, 0];
  let size = BITS + 1;
  const emit = (code: number) => {
    waiting |= code << bits;
    bits += size;
    while (bits >= 8) {
      block.push(waiting & 0xff);
      if (block.length === 255) flush();
      waiting >>= 8;
      bits -= 8;
    }
  };
  /** The code of a row of pixels that ends in this one, by the code of the row before it. */
  const known = new Map<number, number>();
  let next = END + 1;
  emit(CLEAR);
  let row = pixels[0] ?? 0;
  for (let at = 1; at < pixels.length; at += 1) {
    const pixel = pixels[at] ?? 0;
    const longer = known.get((row << BITS) | pixel);
    if (longer !== undefined) {
      row = longer;
      continue;
    }
    emit(row);
    if (next === MOST_CODES) {
      emit(CLEAR);
      known.clear();
      [next, size] = [END + 1, BITS + 1];
    } else {
      if (next === 1 << size) size += 1;
      known.set((row << BITS) | pixel, next);
      next += 1;
    }
    row = pixel;
  }
  emit(row);
  if (next === 1 << size && size < 12) size += 1;
  emit(END);
  if (bits > 0) block.push(waiting & 0xff);
  flush();
  bytes.put(0);
}

/** The file. `palette` has three bytes for each of its {@link COLOURS} entries. */
export function writeGif(width: number, height: number, palette: Uint8Array, frames: Iterable<Frame>): Uint8Array<ArrayBuffer> {
  const bytes = new Bytes();
  bytes.text('GIF89a');
  bytes.short(width);
  bytes.short(height);
  // A palette of 256 colours for all frames.
  bytes.put(0xf7, 0, 0);
  for (let at = 0; at < 3 * COLOURS; at += 1) bytes.byte(palette[at] ?? 0);
  // Begins again for ever.
  bytes.put(0x21, 0xff, 11);
  bytes.text('NETSCAPE2.0');
  bytes.put(3, 1, 0, 0, 0);
  for (const frame of frames) {
    // The frame stays when the next one comes.
    bytes.put(0x21, 0xf9, 4, 1 << 2);
    bytes.short(frame.delay);
    bytes.put(0, 0);
    bytes.put(0x2c);
    for (const value of [frame.left, frame.top, frame.width, frame.height]) bytes.short(value);
    bytes.put(0, BITS);
    compress(frame.pixels, bytes);
  }
  bytes.put(0x3b);
  return bytes.taken();
}
