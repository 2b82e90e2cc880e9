// SPDX-License-Identifier: AGPL-3.0-or-later
// What an evaluation means: as a figure, as a kind of advantage for the words, and as White's share of the bar.
import type { Color } from '../platform/protocol';
import type { Score } from './ports';

/** How much better a side stands, for the words of each language. */
export type Advantage = 'even' | 'slight' | 'better' | 'winning' | 'mate';

/** From how many hundredths of a pawn on a side stands so. */
const FROM: readonly [number, Advantage][] = [
  [300, 'winning'],
  [100, 'better'],
  [30, 'slight'],
];

/** `+1.3`, `−0.4`, `0.0`; `#5` where White mates in five, `#−3` where Black mates in three. */
export function figureOf(score: Score): string {
  if ('mate' in score) return `#${signed(score.mate, String(Math.abs(score.mate))).replace('+', '')}`;
  const pawns = (Math.abs(score.cp) / 100).toFixed(1);
  return pawns === '0.0' ? pawns : signed(score.cp, pawns);
}

const signed = (value: number, figures: string): string => (value < 0 ? '−' : '+') + figures;

/** Which side stands better, and how much; `moves` to mate where there is one. */
export function advantageOf(score: Score): { side: Color; kind: Advantage; moves: number } {
  if ('mate' in score) return { side: score.mate < 0 ? 'black' : 'white', kind: 'mate', moves: Math.abs(score.mate) };
  const kind = FROM.find(([least]) => Math.abs(score.cp) >= least)?.[1] ?? 'even';
  return { side: score.cp < 0 ? 'black' : 'white', kind, moves: 0 };
}

/** White's share of a game that is over on the board. */
export function shareAfter(winner: Color | null): number {
  return winner === null ? 0.5 : winner === 'white' ? 1 : 0;
}

/** How steeply chances grow with hundredths of a pawn: the scale of lichess's Win%. */
const STEEPNESS = 0.00368208;

/** White's chances from 0 to 1. A mate counts as all of them. */
export function chanceOf(score: Score): number {
  if ('mate' in score) return score.mate < 0 ? 0 : 1;
  return 1 / (1 + Math.exp(-STEEPNESS * score.cp));
}

/** Where the server's judgement stops to tell scores apart, in hundredths of a pawn. */
const MOST_CP = 1_000;

/**
 * What a move has lost, in thousandths of winning chances, as the server judges it (`judgement.rs`): a mate that is allowed or
 * missed counts as all of them, and between two positions that are won or lost by force nothing is lost.
 */
export function lostBy(before: Score, after: Score, mover: Color): number {
  const sign = mover === 'white' ? 1 : -1;
  const isMate = (score: Score, side: 1 | -1) => 'mate' in score && score.mate * sign * side > 0;
  if ('cp' in before && 'cp' in after) {
    const chance = ({ cp }: { cp: number }) => chanceOf({ cp: Math.max(-MOST_CP, Math.min(MOST_CP, cp)) });
    return 1000 * (chance(before) - chance(after)) * sign;
  }
  if ('cp' in before) return isMate(after, -1) ? 1000 : 0;
  return isMate(before, 1) && !isMate(after, 1) ? 1000 : 0;
}
