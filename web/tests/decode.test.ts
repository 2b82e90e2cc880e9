// SPDX-License-Identifier: AGPL-3.0-or-later
import { expect, test } from 'vitest';
import { decode } from '../src/home/decode';

const PGN = '[White "Müller, José"]';
const bytes = (...all: number[]) => new Uint8Array(all);
const latin = (text: string) => bytes(...[...text].map((letter) => letter.charCodeAt(0)));
const wide = (text: string, isLittle: boolean) =>
  bytes(...[...`\ufeff${text}`].flatMap((letter) => {
    const pair = [letter.charCodeAt(0) >> 8, letter.charCodeAt(0) & 255];
    return isLittle ? pair.reverse() : pair;
  }));

test('a file is read in the encoding that it was written in', () => {
  expect(decode(new TextEncoder().encode(PGN))).toEqual({ text: PGN, encoding: 'utf-8' });
  expect(decode(new TextEncoder().encode(`\ufeff${PGN}`)).text).toBe(PGN);
  expect(decode(latin(PGN))).toEqual({ text: PGN, encoding: 'windows-1252' });
  expect(decode(wide(PGN, true))).toEqual({ text: PGN, encoding: 'utf-16le' });
  expect(decode(wide(PGN, false))).toEqual({ text: PGN, encoding: 'utf-16be' });
  expect(decode(bytes())).toEqual({ text: '', encoding: 'utf-8' });
});
