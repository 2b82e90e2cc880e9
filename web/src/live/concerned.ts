// SPDX-License-Identifier: AGPL-3.0-or-later
// Which squares a refusal is about, for the board to show.
import type { Refusal, Square } from '../platform/protocol';

const SQUARE = /^[a-h][1-8]$/;

/** The squares that the reason names: the piece's, the pinning rook's, the attacked one. None for other refusals. */
export function squaresOf(refusal: Refusal): Square[] {
  if (refusal.kind !== 'illegal') return [];
  const named = Object.values(refusal.reason).filter((value) => typeof value === 'string' && SQUARE.test(value));
  return [...new Set(named as Square[])];
}
