// SPDX-License-Identifier: AGPL-3.0-or-later
// A position as a PNG in the colours and with the pieces that the person has chosen.
import { piecesOf } from '../../board/fen';
import { placeOf, rowsSeenBy } from '../../board/squares';
import type { Color, Square } from '../../platform/protocol';
import { canvas, withLook } from './look';

/** The side of a square, in pixels. */
const SIDE = 90;

/** The address of the picture, as data. */
export function drawBoard(fen: string, bottom: Color, lastMove: readonly Square[] | null): Promise<string> {
  return withLook(SIDE, async ({ light, dark, mark, pictureOf }) => {
    const [picture, context] = canvas(8 * SIDE, 8 * SIDE);
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
      context.drawImage(await pictureOf(piece), column * SIDE, row * SIDE, SIDE, SIDE);
    }
    return picture.toDataURL('image/png');
  });
}
