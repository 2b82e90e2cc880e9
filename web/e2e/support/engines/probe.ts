// SPDX-License-Identifier: AGPL-3.0-or-later
// Whether the 64 squares of a board are drawn as squares: each of one colour, light and dark in turn.
import type { Box } from './person';
import { type Picture, type Pixel } from './picture';

/** How far two colours of one kind may be apart, per channel of 255. */
const SAME = 6;
/** How much lighter than the dark squares the light ones are at least, in the mean of the channels. */
const CONTRAST = 30;
/** Pixels at a square's edge that belong to no square alone. */
const EDGE = 2;
/** The part of an empty square that must have its colour; the rest may be a coordinate, 10 % on a phone. */
const EMPTY_SHARE = 0.85;
/** The same where a piece covers most of a small square. */
const TAKEN_SHARE = 0.1;

function isSame(one: Pixel, other: Pixel): boolean {
  return one.every((channel, index) => Math.abs(channel - (other[index] ?? 0)) <= SAME);
}

function brightness([red, green, blue]: Pixel): number {
  return (red + green + blue) / 3;
}

/** All pixels of a square but those at its edge. */
function inside(picture: Picture, box: Box): Pixel[] {
  const pixels: Pixel[] = [];
  for (let y = Math.ceil(box.y) + EDGE; y < Math.floor(box.y + box.height) - EDGE; y++) {
    for (let x = Math.ceil(box.x) + EDGE; x < Math.floor(box.x + box.width) - EDGE; x++) pixels.push(picture.at(x, y));
  }
  return pixels;
}

/** The colour that most pixels have. */
function mainColour(pixels: Pixel[]): Pixel {
  const counts = new Map<string, { colour: Pixel; count: number }>();
  let main = { colour: [0, 0, 0] as Pixel, count: 0 };
  for (const colour of pixels) {
    const entry = counts.get(colour.join()) ?? { colour, count: 0 };
    entry.count += 1;
    counts.set(colour.join(), entry);
    if (entry.count > main.count) main = entry;
  }
  return main.colour;
}

/**
 * What is wrong with a board that fills `board`, seen from White's side; empty: nothing.
 * `isEmpty` tells where no piece stands, by column and row from the upper left corner.
 */
export function wrongSquares(picture: Picture, board: Box, isEmpty: (column: number, row: number) => boolean): string[] {
  const side = board.width / 8;
  const squares = Array.from({ length: 64 }, (_, index) => {
    const [column, row] = [index % 8, Math.floor(index / 8)];
    const box = { x: board.x + column * side, y: board.y + row * side, width: side, height: side };
    const name = `${'abcdefgh'.charAt(column)}${8 - row}`;
    return { name, isLight: (column + row) % 2 === 0, empty: isEmpty(column, row), pixels: inside(picture, box) };
  });
  // An empty square says what light is, and another what dark is; every other square is compared with them.
  const sample = (light: boolean) => squares.find(({ isLight, empty }) => empty && isLight === light)?.pixels ?? [];
  const [light, dark] = [mainColour(sample(true)), mainColour(sample(false))];
  const wrong: string[] = [];
  if (brightness(light) - brightness(dark) < CONTRAST) {
    wrong.push(`a light square is rgb(${light.join(' ')}), a dark one rgb(${dark.join(' ')})`);
  }
  for (const { name, isLight, empty, pixels } of squares) {
    const wanted = isLight ? light : dark;
    const share = pixels.filter((pixel) => isSame(pixel, wanted)).length / pixels.length;
    if (!(share >= (empty ? EMPTY_SHARE : TAKEN_SHARE))) {
      wrong.push(`only ${Math.round(share * 100)} % of ${name} are rgb(${wanted.join(' ')})`);
    }
  }
  return wrong;
}
