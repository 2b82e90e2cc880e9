// SPDX-License-Identifier: AGPL-3.0-or-later
// A whole game as an animation, in the colours and with the pieces that the person has chosen. Each square that a game can have
// is drawn once; frames are put together of these, so that a long game takes little more time than a short one.
import { piecesOf } from '../../board/fen';
import { ends } from '../../board/moves';
import { rowsSeenBy } from '../../board/squares';
import type { Color, Piece, Role, Square } from '../../platform/protocol';
import { COLOURS, writeGif, type Frame } from './gif';
import { canvas, withLook, type Look } from './look';

/** The side of a square in pixels, and in a game of more than {@link LONG} half-moves. */
const SIDE = 48;
const SMALL = 32;
const LONG = 300;
/** The most half-moves that are shown. Of a longer game the last ones are. */
const MOST = 1_000;
/** How long a frame stands, and the last one, in hundredths of a second. */
const DELAY = 80;
const LAST_DELAY = 300;

const ROLES: Role[] = ['pawn', 'knight', 'bishop', 'rook', 'queen', 'king'];
const SIDES: Color[] = ['white', 'black'];
/** The grounds of squares: light and dark, plain and of the last move. */
const GROUNDS = 4;

export interface Shown {
  fen: string;
  /** The move that led here; null at the start. */
  uci: string | null;
}

/** What stands on a square, as a number: 0 for nothing. */
const numberOf = (piece: Piece | undefined): number =>
  piece === undefined ? 0 : 1 + 6 * SIDES.indexOf(piece.color) + ROLES.indexOf(piece.role);

/** The pixels of a rectangle, as whole numbers: red, green and blue. */
function read(context: CanvasRenderingContext2D, x: number, y: number, width: number, height: number): Uint32Array {
  const { data } = context.getImageData(x, y, width, height);
  return Uint32Array.from({ length: width * height }, (_, at) => ((data[4 * at] ?? 0) << 16) | ((data[4 * at + 1] ?? 0) << 8) | (data[4 * at + 2] ?? 0));
}

/** Draws each piece on each ground: `tiles[4 * piece + ground]`. */
async function drawTiles({ light, dark, mark, pictureOf }: Look, side: number): Promise<Uint32Array[]> {
  const [, context] = canvas(side, side);
  const tiles: Uint32Array[] = [];
  const images = [null, ...(await Promise.all(SIDES.flatMap((color) => ROLES.map((role) => pictureOf({ color, role })))))];
  for (const image of images) {
    for (let ground = 0; ground < GROUNDS; ground += 1) {
      for (const fill of [ground % 2 === 0 ? light : dark, ...(ground < 2 ? [] : [mark])]) {
        context.fillStyle = fill;
        context.fillRect(0, 0, side, side);
      }
      if (image) context.drawImage(image, 0, 0, side, side);
      tiles.push(read(context, 0, 0, side, side));
    }
  }
  return tiles;
}

/** The names above and below the board. */
function drawNames(names: readonly [string, string], width: number, height: number): Uint32Array[] {
  const [, context] = canvas(width, height);
  return names.map((name) => {
    context.fillStyle = '#fff';
    context.fillRect(0, 0, width, height);
    context.fillStyle = '#222';
    context.font = `600 ${Math.round(height * 0.5)}px system-ui, sans-serif`;
    context.textBaseline = 'middle';
    context.fillText(name, height * 0.35, height / 2, width - height * 0.7);
    return read(context, 0, 0, width, height);
  });
}

/** The palette of some pictures, and the entry that is nearest to each colour. */
export function paletteOf(pictures: readonly Uint32Array[]): { palette: Uint8Array; entryOf: (colour: number) => number } {
  const counts = new Map<number, number>();
  for (const picture of pictures) for (const colour of picture) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  const chosen = [...counts].sort(([, one], [, other]) => other - one).slice(0, COLOURS).map(([colour]) => colour);
  const palette = new Uint8Array(3 * COLOURS);
  chosen.forEach((colour, at) => palette.set([colour >> 16, (colour >> 8) & 0xff, colour & 0xff], 3 * at));
  const entries = new Map(chosen.map((colour, at) => [colour, at]));
  const distance = (one: number, other: number) =>
    [16, 8, 0].reduce((sum, shift) => sum + (((one >> shift) & 0xff) - ((other >> shift) & 0xff)) ** 2, 0);
  const entryOf = (colour: number) => {
    const known = entries.get(colour);
    if (known !== undefined) return known;
    const distances = chosen.map((each) => distance(each, colour));
    const nearest = distances.indexOf(Math.min(...distances));
    entries.set(colour, nearest);
    return nearest;
  };
  return { palette, entryOf };
}

/** What each square shows: which of the tiles. */
function tilesIn({ fen, uci }: Shown, bottom: Color): number[] {
  const pieces = piecesOf(fen);
  const marked: Square[] = uci === null ? [] : ends(uci);
  return rowsSeenBy(bottom).flatMap((squares, row) =>
    squares.map((square, column) => {
      const ground = ((row + column) % 2) + (marked.includes(square) ? 2 : 0);
      return GROUNDS * numberOf(pieces.get(square)) + ground;
    }),
  );
}

/** The game as a GIF: positions from the start on, seen from `bottom`, with the names of White and Black. */
export function drawGame(positions: readonly Shown[], bottom: Color, names: Record<Color, string>): Promise<Blob> {
  const shown = positions.slice(-(MOST + 1));
  const side = shown.length > LONG ? SMALL : SIDE;
  return withLook(side, async (look) => {
    const [width, bar] = [8 * side, Math.round(side * 0.625)];
    const drawn = await drawTiles(look, side);
    const labels = drawNames(bottom === 'white' ? [names.black, names.white] : [names.white, names.black], width, bar);
    const { palette, entryOf } = paletteOf([...drawn, ...labels]);
    const [tiles, bars] = [drawn, labels].map((all) => all.map((pixels) => Uint8Array.from(pixels, entryOf))) as [Uint8Array[], Uint8Array[]];

    /** A rectangle of squares, from one to another, both included. */
    function board(on: readonly number[], [left, top, right, bottom]: readonly [number, number, number, number]): Omit<Frame, 'delay'> {
      const frame = { left: left * side, top: bar + top * side, width: (right - left + 1) * side, height: (bottom - top + 1) * side };
      const pixels = new Uint8Array(frame.width * frame.height);
      for (let row = top; row <= bottom; row += 1) {
        for (let column = left; column <= right; column += 1) {
          const tile = tiles[on[8 * row + column] ?? 0] ?? new Uint8Array(side * side);
          for (let y = 0; y < side; y += 1) {
            pixels.set(tile.subarray(y * side, (y + 1) * side), ((row - top) * side + y) * frame.width + (column - left) * side);
          }
        }
      }
      return { ...frame, pixels };
    }

    function* frames(): Iterable<Frame> {
      let before: number[] = [];
      for (const [at, position] of shown.entries()) {
        const on = tilesIn(position, bottom);
        const delay = at === shown.length - 1 ? LAST_DELAY : DELAY;
        if (at === 0) {
          const { pixels } = board(on, [0, 0, 7, 7]);
          const whole = new Uint8Array(width * (width + 2 * bar));
          whole.set(bars[0] ?? []);
          whole.set(pixels, width * bar);
          whole.set(bars[1] ?? [], width * (bar + width));
          yield { left: 0, top: 0, width, height: width + 2 * bar, pixels: whole, delay };
        } else {
          const changed = on.flatMap((tile, square) => (tile === before[square] ? [] : [square]));
          const [columns, rows] = [changed.map((square) => square % 8), changed.map((square) => square >> 3)];
          // A move that changes nothing there is not.
          const edges = changed.length === 0 ? ([0, 0, 0, 0] as const) : ([Math.min(...columns), Math.min(...rows), Math.max(...columns), Math.max(...rows)] as const);
          yield { ...board(on, edges), delay };
        }
        before = on;
      }
    }
    return new Blob([writeGif(width, width + 2 * bar, palette, frames())], { type: 'image/gif' });
  });
}
