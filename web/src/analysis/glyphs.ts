// SPDX-License-Identifier: AGPL-3.0-or-later
// Numeric annotation glyphs (PGN standard, section 10) as they are shown.

/** The signs of the glyphs that can be set, in the order in which they are offered. */
export const GLYPHS = {
  1: '!',
  2: '?',
  3: '!!',
  4: '??',
  5: '!?',
  6: '?!',
  7: '□',
  22: '⨀',
  10: '=',
  13: '∞',
  14: '+=',
  15: '=+',
  16: '±',
  17: '∓',
  18: '+−',
  19: '−+',
  146: 'N',
  32: '⟳',
  36: '↑',
  40: '→',
  132: '⇆',
  138: '⊕',
  44: '=∞',
  140: '∆',
} as const;

export type Glyph = keyof typeof GLYPHS;

/** Those about the move, the position, and what is to be seen in it. */
export const GLYPH_GROUPS: readonly (readonly Glyph[])[] = [
  [1, 2, 3, 4, 5, 6, 7, 22],
  [10, 13, 14, 15, 16, 17, 18, 19],
  [146, 32, 36, 40, 132, 138, 44, 140],
];

/** A glyph as it stands behind a move: `$25` where it has no sign here. */
export const signOf = (nag: number): string => (GLYPHS as Record<number, string>)[nag] ?? `$${nag}`;
