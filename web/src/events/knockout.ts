// SPDX-License-Identifier: AGPL-3.0-or-later
// What a knockout says of its last round, and to whoever has lost a match.
import type { EventView } from '../platform/protocol';
import { t } from '../locale';
import { scoreOf } from './event.svelte';

/** Whether a round is the last one of a knockout: one match decides it. */
export const isFinal = ({ facts, rounds }: Pick<EventView, 'facts' | 'rounds'>, round: number): boolean =>
  facts.format.kind === 'knock_out' && round > 1 && round === facts.total_rounds && rounds[round - 1]?.boards.length === 1;

/** What a round is called. */
export const roundName = (view: Pick<EventView, 'facts' | 'rounds'>, round: number): string => (isFinal(view, round) ? t.events.own.final : t.events.round(round));

/** Whether the visitor has lost a match of a knockout. As long as a match may go on, its last game is open. */
export function isKnockedOut({ facts, me, rounds: all }: Pick<EventView, 'facts' | 'me' | 'rounds'>): boolean {
  if (facts.format.kind !== 'knock_out' || me === null) return false;
  const rounds = all.filter(({ stage }) => stage !== 'draft');
  const isIn = ({ boards, byes }: (typeof rounds)[number]) => byes.includes(me) || boards.some(({ white, black }) => white === me || black === me);
  const last = rounds.findLastIndex(isIn);
  if (last < 0) return false;
  if (last < rounds.length - 1) return true;
  const board = rounds[last]?.boards.find(({ white, black }) => white === me || black === me);
  if (!board || !board.games.at(-1)?.outcome) return false;
  const [white, black] = scoreOf(board.games);
  return board.white === me ? white < black : black < white;
}
