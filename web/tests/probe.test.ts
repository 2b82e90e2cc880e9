// SPDX-License-Identifier: AGPL-3.0-or-later
// The probe of the browser tests must see what it is for.
import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { type Picture, type Pixel, readPng } from '../e2e/support/engines/picture';
import { wrongSquares } from '../e2e/support/engines/probe';

const LIGHT: Pixel = [231, 229, 218];
const DARK: Pixel = [114, 145, 164];
const SIDE = 20;
const BOARD = { x: 3, y: 5, width: 8 * SIDE, height: 8 * SIDE };

/** An empty board, painted by place: `u` and `v` count squares from the board's upper left corner. */
function painted(colour: (u: number, v: number) => Pixel): Picture {
  return { width: 200, height: 200, at: (x, y) => colour((x - BOARD.x) / SIDE, (y - BOARD.y) / SIDE) };
}

const square = (u: number, v: number) => ((Math.floor(u) + Math.floor(v)) % 2 === 0 ? LIGHT : DARK);
const wrong = (picture: Picture) => wrongSquares(picture, BOARD, () => true);

describe('the probe of the squares', () => {
  test('finds nothing wrong with a board', () => expect(wrong(painted(square))).toEqual([]));

  test('sees the triangles that Firefox drew', () => {
    const triangles = painted((u, v) => ((u % 1) + (v % 1) < 1 ? LIGHT : DARK));
    expect(wrong(triangles).length).toBeGreaterThanOrEqual(32);
  });

  test('sees squares of one colour', () => expect(wrong(painted(() => LIGHT)).length).toBeGreaterThan(0));

  test('sees one square that is wrong', () => {
    const picture = painted((u, v) => (Math.floor(u) === 4 && Math.floor(v) === 4 ? DARK : square(u, v)));
    expect(wrong(picture)).toEqual(['only 0 % of e4 are rgb(231 229 218)']);
  });
});

/** A PNG of two by two pixels whose rows use the given filters; `rows` are the bytes after filtering. */
function png(rows: [number, ...number[]][]): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const head = Buffer.alloc(8);
    head.writeUInt32BE(data.length);
    head.write(type, 4, 'latin1');
    return Buffer.concat([head, data, Buffer.alloc(4)]);
  };
  const header = Buffer.from([0, 0, 0, 2, 0, 0, 0, rows.length, 8, 2, 0, 0, 0]);
  const data = deflateSync(Buffer.from(rows.flat()));
  return Buffer.concat([Buffer.alloc(8), chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]);
}

test('every filter of PNG is undone', () => {
  const picture = readPng(
    png([
      [0, 10, 20, 30, 40, 50, 60],
      [1, 10, 20, 30, 30, 30, 30],
      [2, 0, 0, 0, 0, 0, 0],
      [3, 5, 10, 15, 15, 15, 15],
      [4, 0, 0, 0, 0, 0, 0],
    ]),
  );
  for (let row = 0; row < 5; row++) {
    expect([picture.at(0, row), picture.at(1, row)], `row ${row}`).toEqual([
      [10, 20, 30],
      [40, 50, 60],
    ]);
  }
});
