// SPDX-License-Identifier: AGPL-3.0-or-later
// Commands and moves are read in English. What somebody types in another language is put into English first.

/** A move that begins with a piece's letter, or a promotion that ends with one. */
const PIECE = /^(\p{Lu})(?=[a-h1-8x:-])|(?<=[18]=?)(\p{Lu})$/gu;

/**
 * "Springer schlägt e5" → "knight takes e5". `vocabulary` are the language's words, in lower case; `letters` are its letters
 * for the pieces, by those of English, where the person writes moves with them.
 */
export function inEnglish(text: string, vocabulary: Record<string, string>, letters: Record<string, string> | null): string {
  const words = text.split(' ').map((word) => vocabulary[word.toLowerCase()] ?? word);
  if (letters === null || words.length > 1) return words.join(' ');
  const english = new Map(Object.entries(letters).map(([letter, own]) => [own, letter]));
  return words.join('').replace(PIECE, (letter) => english.get(letter) ?? letter);
}
