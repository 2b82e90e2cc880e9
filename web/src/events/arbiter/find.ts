// SPDX-License-Identifier: AGPL-3.0-or-later
// Who is meant by a few letters.
import type { EntrantView } from '../../platform/protocol';
import { bySurname } from '../names';

/** Letters that no accent makes of others: as people write them in short, and in full. */
const LETTERS: Record<string, [string, string]> = {
  ä: ['a', 'ae'], ö: ['o', 'oe'], ü: ['u', 'ue'], ß: ['ss', 'ss'], ø: ['o', 'oe'], å: ['a', 'aa'], æ: ['a', 'ae'], œ: ['o', 'oe'],
  ł: ['l', 'l'], đ: ['d', 'd'], ð: ['d', 'd'], þ: ['th', 'th'], ı: ['i', 'i'],
};

/** The words of a name or of what was typed, without capitals, accents and apostrophes. */
function wordsOf(text: string, isInFull: boolean): string[] {
  const letters = [...text.normalize('NFC').toLowerCase().replace(/['’‘`´ʼ]/g, '')].map((letter) => LETTERS[letter]?.[isInFull ? 1 : 0] ?? letter);
  return letters
    .join('')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .split(/[\s,.-]+/)
    .filter((word) => word !== '');
}

/** Both ways to write it: `Müller` is found as `mul` and as `muel`. */
const bothWays = (text: string): string[][] => [wordsOf(text, false), wordsOf(text, true)];

/** The entrants that the words may mean, in any order: first those whose names begin with each of them, then those that have them anywhere. */
export function found(entrants: readonly EntrantView[], typed: string): EntrantView[] {
  const asked = bothWays(typed);
  const all = entrants.filter(({ name }) => name !== null).sort((one, other) => bySurname(one.name ?? '', other.name ?? ''));
  if (asked.flat().length === 0) return all;
  const having = (has: (word: string, asked: string) => boolean) => ({ name }: EntrantView): boolean =>
    bothWays(name ?? '').some((words) => asked.some((each) => each.every((one) => words.some((word) => has(word, one)))));
  const begins = all.filter(having((word, one) => word.startsWith(one)));
  const begun = new Set(begins);
  return [...begins, ...all.filter((one) => !begun.has(one) && having((word, letters) => word.includes(letters))(one))];
}
