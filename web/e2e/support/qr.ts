// SPDX-License-Identifier: AGPL-3.0-or-later
// Reads a drawn QR code as a phone does (ISO/IEC 18004), from a picture that is clean: it repairs no errors. Only the small codes that
// have one block of data, which an address needs.
import type { Locator } from '@playwright/test';

/** Bytes of data in one block, by version, at error correction M. */
const DATA_BYTES = [16, 28, 44];
/** Error correction M as the format information has it. */
const MEDIUM = 0b00;
const FORMAT_MASK = 0b101010000010010;

type Modules = (x: number, y: number) => boolean;

/** By which modules are turned over, for each number in the format information. */
const MASKS: ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** The text of the code that this picture shows. */
export async function scan(picture: Locator): Promise<string> {
  const [view, path] = await picture.evaluate((svg) => [svg.getAttribute('viewBox'), svg.querySelector('path')?.getAttribute('d')]);
  const dark = [...(path ?? '').matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => [Number(x), Number(y)] as const);
  const margin = Math.min(...dark.flat());
  const size = Number(view?.split(' ')[2]) - 2 * margin;
  const drawn = new Set(dark.map(([x, y]) => `${x - margin} ${y - margin}`));
  return textOf(size, (x, y) => drawn.has(`${x} ${y}`));
}

function textOf(size: number, isDark: Modules): string {
  const version = (size - 17) / 4;
  const bytes = DATA_BYTES[version - 1];
  if (bytes === undefined) throw new Error(`a code of ${size} modules has more than one block, or is none`);
  const format = formatOf(isDark);
  if (format >> 13 !== MEDIUM) throw new Error('the code has another error correction than M');
  const mask = MASKS[(format >> 10) & 0b111] as Modules;
  const bits: number[] = [];
  for (const [x, y] of dataModules(size)) bits.push(Number(isDark(x, y) !== mask(x, y)));
  const take = (at: number, count: number) => bits.slice(at, at + count).reduce((number, bit) => number * 2 + bit, 0);
  if (take(0, 4) !== 0b0100) throw new Error('the code holds no bytes');
  const length = take(4, 8);
  if (length + 2 > bytes) throw new Error('the code says that it is longer than it is');
  const read = Array.from({ length }, (_, index) => take(12 + 8 * index, 8));
  return new TextDecoder('utf-8', { fatal: true }).decode(new Uint8Array(read));
}

/** The format information beside the upper left finder pattern. */
function formatOf(isDark: Modules): number {
  const across = [0, 1, 2, 3, 4, 5, 7, 8].map((x) => isDark(x, 8));
  const down = [7, 5, 4, 3, 2, 1, 0].map((y) => isDark(8, y));
  return [...across, ...down].reduce((number, bit) => number * 2 + Number(bit), 0) ^ FORMAT_MASK;
}

/** The modules that hold data, in their order: pairs of columns from the right, up and down in turn. */
function* dataModules(size: number): Generator<[number, number]> {
  let isUpward = true;
  for (let right = size - 1; right > 0; right -= 2) {
    // The column of the timing pattern counts as none.
    if (right === 6) right = 5;
    for (let step = 0; step < size; step++) {
      const y = isUpward ? size - 1 - step : step;
      for (const x of [right, right - 1]) if (!isPattern(size, x, y)) yield [x, y];
    }
    isUpward = !isUpward;
  }
}

/** Whether a module belongs to a pattern or to the format information. */
function isPattern(size: number, x: number, y: number): boolean {
  const isFinder = (x < 9 && y < 9) || (x >= size - 8 && y < 9) || (x < 9 && y >= size - 8);
  const isAlignment = size > 21 && Math.max(Math.abs(x - (size - 7)), Math.abs(y - (size - 7))) <= 2;
  return isFinder || isAlignment || x === 6 || y === 6;
}
