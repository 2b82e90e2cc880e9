// SPDX-License-Identifier: AGPL-3.0-or-later
// What stands below the board of a race, in one sentence.
import { t } from '../../locale';
import type { OpenRace } from './race.svelte';

export function noticeOf(open: OpenRace): string {
  const words = t.races;
  const { race, you, told } = open;
  if (open.isAway) return words.away;
  if (open.problem || open.illegal) return open.problem || open.illegal;
  if (!race) return '';
  if (race.was_removed && race.stage !== 'over') return words.removed;
  switch (race.stage) {
    case 'waiting':
      return race.may_start ? words.waitingOwn : words.waiting;
    case 'starting':
      return words.starting;
    case 'over':
      return `${you ? words.result(you.score, open.place, race.racers.length) : words.over}${race.next ? ` ${words.nextMade}` : ''}`;
    case 'running':
      if (!you) return words.watching;
      if (!race.puzzle) return words.through;
      return told && told !== 'stale' ? words.told[told] : t.puzzles.find[race.puzzle.solver];
  }
}

/** How loud it is. */
export function toneOf({ isAway, problem, illegal, told, race }: OpenRace): 'plain' | 'right' | 'refusal' {
  if (isAway || problem || illegal) return 'refusal';
  if (race?.stage !== 'running') return 'plain';
  if (told === 'right' || told === 'solved') return 'right';
  return told === 'wrong' ? 'refusal' : 'plain';
}
