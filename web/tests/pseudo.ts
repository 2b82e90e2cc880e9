// SPDX-License-Identifier: AGPL-3.0-or-later
// A language that nobody speaks, made from English: accents, longer words, written from right to left. What it does to
// the page, Arabic or Finnish would do too. Only for tests: stories run the function's source in the browser.

/**
 * The texts of English (or a part of them) in the pseudo-language. Functions answer in it as well.
 * The function uses nothing outside itself, so that its source is the whole of it.
 */
export function pseudo<T>(texts: T): T {
  const ACCENTS: Record<string, string> = {
    a: 'á', c: 'ç', d: 'ð', e: 'é', g: 'ğ', i: 'í', n: 'ñ', o: 'ö', s: 'š', t: 'ţ', u: 'û', y: 'ý', z: 'ž',
    A: 'Å', C: 'Ç', D: 'Ð', E: 'Ê', G: 'Ğ', I: 'Ï', N: 'Ñ', O: 'Ø', S: 'Š', T: 'Ţ', U: 'Ü', Y: 'Ý', Z: 'Ž',
  };
  const LONGER = 0.4;
  /** From here on letters run from right to left (Unicode, bidirectional algorithm, 2.2); until the other. */
  const [OVERRIDE, POP] = ['\u202e', '\u202c'];

  /** A word of at least two letters: its vowels are repeated until it is longer, then all letters get accents. */
  const word = (plain: string): string => {
    let missing = Math.ceil(plain.length * LONGER);
    let long = plain;
    while (missing > 0) {
      const before = missing;
      long = long.replace(/[aeiou]+/gi, (vowels) => (missing > 0 ? ((missing -= 1), vowels + vowels.slice(-1).toLowerCase()) : vowels));
      if (missing === before) [long, missing] = [long + 'o'.repeat(missing), 0];
    }
    return OVERRIDE + long.replace(/[a-z]/gi, (letter) => ACCENTS[letter] ?? letter) + POP;
  };
  /** Squares, moves, units and names with digits stay as they are. */
  const text = (plain: string): string => plain.replace(/(?<![\p{L}\p{N}])\p{L}[\p{L}’]+(?![\p{L}\p{N}])/gu, word);

  const whole = (value: unknown, key: string): unknown => {
    if (key === 'direction') return 'rtl';
    if (typeof value === 'string') return text(value);
    if (typeof value === 'function') return (...given: unknown[]) => whole(value(...given), '');
    if (Array.isArray(value)) return value.map((one) => whole(one, ''));
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, whole(one, name)]));
  };
  return whole(texts, '') as T;
}
