// SPDX-License-Identifier: AGPL-3.0-or-later
// Commands and moves are read in English. What somebody types in another language is put into English first.

/** A move that begins with a piece's letter, a promotion that ends with one, or the letter alone. */
const PIECE = /^(\p{Lu})(?=[a-h1-8x:-]|$)|(?<=[18]=?)(\p{Lu})$/gu;

/** A piece's letter in lower case, which is no file's, or any letter alone. */
const SMALL = /^(?:[i-z](?=[a-h1-8x:-])|[a-z]$)/u;

/**
 * "Springer schlägt e5" → "knight takes e5". `vocabulary` are the language's words, in lower case; `letters` are its letters
 * for the pieces, by those of English, where moves are read with them.
 */
export function inEnglish(text: string, vocabulary: Record<string, string>, letters: Record<string, string> | null): string {
  const words = text.split(' ').map((word) => vocabulary[word.toLowerCase()] ?? word);
  if (letters === null || words.length > 1) return words.join(' ');
  const english = new Map(Object.entries(letters).map(([letter, own]) => [own, letter]));
  return words
    .join('')
    .replace(SMALL, (letter) => (english.has(letter.toUpperCase()) ? letter.toUpperCase() : letter))
    .replace(PIECE, (letter) => english.get(letter) ?? letter);
}

/**
 * What a text may mean in English, the likeliest first: with the letters in which the person's moves are written, then with
 * the others. In French and Spanish R is a king, in English a rook.
 */
export function readings(text: string, vocabulary: Record<string, string>, letters: Record<string, string>, isOwn: boolean): string[] {
  const both = [inEnglish(text, vocabulary, null), inEnglish(text, vocabulary, letters)];
  return [...new Set(isOwn ? both.reverse() : both)];
}
