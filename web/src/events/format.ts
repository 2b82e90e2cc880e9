// SPDX-License-Identifier: AGPL-3.0-or-later
// How an event is paired, as its form has it: each kind keeps its numbers while another one is looked at.
import type { EventFormatView, KeizerRules } from '../platform/protocol';

export const KINDS = ['swiss', 'round_robin', 'double_round_robin', 'knock_out', 'keizer', 'arena', 'team_match'] as const;
export type Kind = (typeof KINDS)[number];

export interface FormatChoice {
  kind: Kind;
  rounds: number;
  /** Whether the first rounds of a Swiss are accelerated. */
  baku: boolean;
  rules: KeizerRules;
  /** Of an arena, in minutes. */
  duration: number;
  /** Of a team match: what the two are called, how many boards and games there are, and whether everybody meets everybody. */
  teams: [string, string];
  boards: number;
  games: number;
  everyone: boolean;
  /** How many games each match of a knockout has. */
  matchGames: number;
}

/** What clubs use most. */
const usualRules = (): KeizerRules => ({
  top: 0,
  step: 1,
  excused: 35,
  unexcused: 0,
  club_duty: 70,
  bye: 50,
  rounds_between: 3,
});

export const usualChoice = (): FormatChoice => ({ kind: 'swiss', rounds: 7, baku: false, rules: usualRules(), duration: 60, teams: ['', ''], boards: 0, games: 1, everyone: false, matchGames: 1 });

/** The form of an event that is there, with its teams if it has any. */
export function choiceOf(format: EventFormatView, teams: [string, string] = ['', '']): FormatChoice {
  const usual = { ...usualChoice(), teams: [...teams] satisfies [string, string] };
  switch (format.kind) {
    case 'swiss':
      return { ...usual, rounds: format.rounds, baku: format.baku ?? false };
    case 'keizer':
      return { ...usual, kind: 'keizer', rounds: format.rounds, rules: { ...format.rules } };
    case 'arena':
      return { ...usual, kind: 'arena', duration: format.minutes };
    case 'team_match':
      return { ...usual, kind: 'team_match', boards: format.boards, games: format.games, everyone: format.everyone };
    case 'knock_out':
      return { ...usual, kind: 'knock_out', matchGames: format.games };
    case 'round_robin':
      return { ...usual, kind: format.cycles === 1 ? 'round_robin' : 'double_round_robin' };
  }
}

/** What the form says. `before` is the event's format, whose games of a pair the form does not show: they stay with the kind. */
export function formatOf({ kind, rounds, baku, rules, duration, boards, games, everyone, matchGames }: FormatChoice, before?: EventFormatView): EventFormatView {
  if (kind === 'swiss') return { kind, rounds, ...(baku && { baku }) };
  if (kind === 'arena') return { kind, minutes: duration };
  if (kind === 'keizer') return { kind, rounds, rules };
  if (kind === 'team_match') return { kind, games, boards, everyone };
  if (kind === 'knock_out') return { kind, games: matchGames };
  if (before && choiceOf(before).kind === kind) return before;
  return { kind: 'round_robin', cycles: kind === 'round_robin' ? 1 : 2 };
}
