// SPDX-License-Identifier: AGPL-3.0-or-later
// Which squares a refusal is about, for the board to show.
import { piecesOf, turnOf } from '../board/fen';
import type { Reason, Refusal, Square } from '../platform/protocol';

const SQUARE = /^[a-h][1-8]$/;

/** What is refused for the king's sake, without naming its square. */
const FOR_THE_KING: ReadonlySet<Reason['reason']> = new Set([
  'castling_in_check',
  'castling_through_attack',
  'double_check',
  'en_passant_exposes_king',
  'leaves_in_check',
  'pinned',
] as const);

/** The squares that the reason is about: the piece's, the pinning rook's, the attacked one, the king's. None for other refusals. */
export function squaresOf(refusal: Refusal, fen: string): Square[] {
  if (refusal.kind !== 'illegal') return [];
  const { reason } = refusal;
  const named = Object.values(reason).filter((value) => typeof value === 'string' && SQUARE.test(value)) as Square[];
  return [...new Set([...named, ...(FOR_THE_KING.has(reason.reason) ? kingOf(fen) : [])])];
}

/** The square of the king whose move it is. */
function kingOf(fen: string): Square[] {
  const [king] = [...piecesOf(fen)].find(([, { role, color }]) => role === 'king' && color === turnOf(fen)) ?? [];
  return king ? [king] : [];
}
