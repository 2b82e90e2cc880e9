// SPDX-License-Identifier: AGPL-3.0-or-later
// How the person's own board looks, for pictures that are drawn of it: its colours and its pieces, as the style sheets have them.
import type { Piece } from '../../platform/protocol';

export interface Look {
  light: string;
  dark: string;
  /** What lies over the squares of the last move. */
  mark: string;
  /** The picture that the chosen set has for a piece, as wide as a square. */
  pictureOf: (piece: Piece) => Promise<HTMLImageElement>;
}

/** The picture comes from a style sheet, so only an element knows it. */
async function pictureIn(place: HTMLElement, { color, role }: Piece, side: number): Promise<HTMLImageElement> {
  const piece = document.createElement('piece');
  piece.className = `${color} ${role}`;
  place.append(piece);
  const url = /^url\("?(.*?)"?\)$/.exec(getComputedStyle(piece).backgroundImage)?.[1];
  piece.remove();
  if (url === undefined) throw new Error(`no picture of a ${color} ${role}`);
  const image = new Image(side, side);
  image.src = url.replaceAll('\\"', '"');
  await image.decode();
  return image;
}

/** Draws with the look of the person's board, for squares with a side of so many pixels. */
export async function withLook<T>(side: number, draw: (look: Look) => Promise<T>): Promise<T> {
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
    return await draw({ light, dark, mark, pictureOf: (piece) => pictureIn(place, piece, side) });
  } finally {
    place.remove();
  }
}

/** A canvas to draw on, and to read again. */
export function canvas(width: number, height: number): [HTMLCanvasElement, CanvasRenderingContext2D] {
  const made = document.createElement('canvas');
  [made.width, made.height] = [width, height];
  const context = made.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('no canvas');
  return [made, context];
}
