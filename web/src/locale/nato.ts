// SPDX-License-Identifier: AGPL-3.0-or-later
// Squares in the radio alphabet, which is the same in every language.

/** How moves are spoken: in words, as they are written, or in words with squares in the NATO alphabet. */
export type Speech = 'words' | 'san' | 'nato';

const NATO: Record<string, string> = {
  a: 'alpha',
  b: 'bravo',
  c: 'charlie',
  d: 'delta',
  e: 'echo',
  f: 'foxtrot',
  g: 'golf',
  h: 'hotel',
};

/** "knight takes e5" → "knight takes echo 5". */
export const nato = (words: string): string =>
  words.replace(/(?<![\p{L}\d])([a-h])([1-8])?(?![\p{L}\d])/gu, (_, file: string, rank = '') => `${NATO[file]} ${rank}`.trim());
