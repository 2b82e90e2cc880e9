// SPDX-License-Identifier: AGPL-3.0-or-later
// A position as a PNG in the colours and with the pieces that the person has chosen: what the style sheets show is drawn.
import { piecesOf } from '../../board/fen';
import { placeOf, rowsSeenBy } from '../../board/squares';
import type { Color, Piece, Square } from '../../platform/protocol';

/** The side of a square, in pixels. */
const SIDE = 90;

/** The picture that the chosen set has for a piece. It comes from a style sheet, so only an element knows it. */
async function pictureOf(place: HTMLElement, { color, role }: Piece): Promise<HTMLImageElement> {
  const piece = document.createElement('piece');
  piece.className = `${color} ${role}`;
  place.append(piece);
  const url = /^url\("?(.*?)"?\)$/.exec(getComputedStyle(piece).backgroundImage)?.[1];
  piece.remove();
  if (url === undefined) throw new Error(`no picture of a ${color} ${role}`);
  const image = new Image(SIDE, SIDE);
  image.src = url.replaceAll('\\"', '"');
  await image.decode();
  return image;
}

/** The address of the picture, as data. */
export async function drawBoard(fen: string, bottom: Color, lastMove: readonly Square[] | null): Promise<string> {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 8 * SIDE;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  const place = document.createElement('div');
  place.className = 'cg-wrap figure';
  place.style.display = 'none';
  document.body.append(place);
  try {
    const style = getComputedStyle(document.documentElement);
    /** A colour as the browser computes it: canvas does not know `light-dark`. */
    const colour = (name: string) => {
      place.style.color = `var(${name})`;
      return getComputedStyle(place).color || style.color;
    };
    const [light, dark, mark] = ['--square-light', '--square-dark', '--square-mark'].map(colour) as [string, string, string];
    rowsSeenBy(bottom).forEach((squares, row) =>
      squares.forEach((square, column) => {
        const marks = lastMove?.includes(square) ? [mark] : [];
        for (const fill of [(row + column) % 2 === 0 ? light : dark, ...marks]) {
          context.fillStyle = fill;
          context.fillRect(column * SIDE, row * SIDE, SIDE, SIDE);
        }
      }),
    );
    for (const [square, piece] of piecesOf(fen)) {
      const { column, row } = placeOf(square, bottom);
      context.drawImage(await pictureOf(place, piece), column * SIDE, row * SIDE, SIDE, SIDE);
    }
  } finally {
    place.remove();
  }
  return canvas.toDataURL('image/png');
}
