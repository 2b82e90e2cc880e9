// SPDX-License-Identifier: AGPL-3.0-or-later
// What is decided about an event besides its format and time, as its form has it.
import type { EventOptions } from '../platform/protocol';
import type { Kind } from './format';

export interface OptionsChoice {
  rated: boolean;
  open: boolean;
  berserk: boolean;
  chess960: boolean;
  /** The tie-breaks of each kind of format that were chosen; the usual ones where none were. */
  tieBreaks: Partial<Record<Kind, string[]>>;
  mostByes: number;
  /** The last round with a half-point bye; null for the third-last one. */
  lastBye: number | null;
  lateHalf: number;
  /** Whether the pairing-allocated bye is worth half a point, in place of a win. */
  halfBye: boolean;
  /** How many games each pairing of a Swiss has. */
  games: number;
  /** Minutes after the start of a round after which whoever is not at a wooden board loses. */
  defaultTime: number;
  byCode: boolean;
  /** The ratings that may enter by themselves; null for any. */
  from: number | null;
  to: number | null;
}

const TABLE = ['DE', 'SB', 'KS'];

/** The default times that can be chosen, in minutes. */
export const DEFAULT_TIMES = [0, 30, 60];

/** The usual tie-breaks. The other formats rank by themselves. */
const USUAL: Partial<Record<Kind, string[]>> = { swiss: ['DE', 'BH/C1', 'BH', 'SB'], round_robin: TABLE, double_round_robin: TABLE };

/** What can be chosen. In a round robin everybody has the same opponents, so that no Buchholz tells anybody apart. */
const OFFERED = ['DE', 'SB', 'SB/C1', 'KS', 'WIN', 'WON', 'BPG', 'BWG', 'PS', 'PS/C1', 'REP', 'STD', 'ARO', 'ARO/C1', 'TPR', 'PTP', 'APRO', 'APPO', 'RTNG', 'TPN'];
const BUCHHOLZ = ['BH', 'BH/C1', 'BH/C2', 'BH/M1', 'FB', 'FB/C1', 'AOB'];

export const offered = (kind: Kind): string[] => (kind === 'swiss' ? [...BUCHHOLZ, ...OFFERED] : OFFERED);

/** The tie-breaks of a format; none where it ranks by itself. */
export const tieBreaksOf = (options: OptionsChoice, kind: Kind): string[] => options.tieBreaks[kind] ?? USUAL[kind] ?? [];

export const hasTieBreaks = (kind: Kind): boolean => USUAL[kind] !== undefined;

export const usualOptions = (): OptionsChoice => ({ rated: false, open: true, berserk: true, chess960: false, tieBreaks: {}, mostByes: 1, lastBye: null, lateHalf: 0, halfBye: false, games: 1, defaultTime: 0, byCode: false, from: null, to: null });

/** The third-last round. */
const usualLastBye = (rounds: number): number => Math.max(0, rounds - 2);

/** The form of an event that is there. */
export function choiceOfOptions(options: EventOptions, kind: Kind, rounds: number): OptionsChoice {
  const usual = usualOptions();
  const last = options.last_bye ?? null;
  return {
    rated: options.rated ?? usual.rated,
    open: options.open ?? usual.open,
    berserk: options.berserk ?? usual.berserk,
    chess960: options.chess960 ?? usual.chess960,
    tieBreaks: options.tie_breaks && hasTieBreaks(kind) ? { [kind]: options.tie_breaks } : {},
    mostByes: options.most_byes ?? usual.mostByes,
    lastBye: last === usualLastBye(rounds) ? null : last,
    lateHalf: options.late_half ?? usual.lateHalf,
    halfBye: options.half_bye ?? usual.halfBye,
    games: options.games_per_pairing ?? usual.games,
    defaultTime: options.default_time ?? usual.defaultTime,
    byCode: options.by_code ?? usual.byCode,
    from: options.ratings?.from ?? null,
    to: options.ratings?.to ?? null,
  };
}

/** What the form says of an event of this kind. */
export function optionsOf(options: OptionsChoice, kind: Kind, rounds: number): EventOptions {
  const { rated, open, berserk, chess960, mostByes, lastBye, lateHalf, halfBye, games, defaultTime, byCode, from, to } = options;
  return {
    rated,
    open,
    chess960,
    by_code: open && byCode,
    ratings: { from: from ?? null, to: to ?? null },
    ...(kind === 'arena' ? { berserk } : { default_time: defaultTime }),
    ...(hasTieBreaks(kind) && { tie_breaks: tieBreaksOf(options, kind) }),
    ...(kind === 'swiss' && { most_byes: mostByes, last_bye: lastBye ?? usualLastBye(rounds), late_half: lateHalf || 0, half_bye: halfBye, games_per_pairing: games }),
  };
}
