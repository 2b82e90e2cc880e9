// SPDX-License-Identifier: AGPL-3.0-or-later
import type { NoticePlace, NoticeView } from '../platform/protocol';
import { pathTo } from '../platform/router.svelte';
import { t } from '../locale';

/** One line of the bell. */
export interface Told {
  /** The newest of the notices that it stands for. */
  notice: NoticeView;
  /** How many they are. */
  count: number;
  /** Where it leads: to the game, or to the start page, which shows several games. */
  place: NoticeView['place'];
  /** Whether all of them were read. */
  isRead: boolean;
}

/** The address of what a notice is about. The puzzles of a set are a view of the page of puzzles. */
export const addressOf = (place: NoticePlace): string => pathTo(place) + (place.page === 'puzzles' && place.set !== null ? `#/in/${place.set}` : '');

/** The notices as lines, the newest first. Moves that are to be made against one opponent are one line. */
export function linesOf(notices: readonly NoticeView[]): Told[] {
  const lines: Told[] = [];
  for (const notice of notices) {
    const { kind, place, read: isRead } = notice;
    const words = t.bell.notice(notice);
    const line = kind === 'your_move' ? lines.find((one) => one.notice.kind === kind && t.bell.notice(one.notice) === words) : undefined;
    if (!line) lines.push({ notice, count: 1, place, isRead });
    else Object.assign(line, { count: line.count + 1, place: { page: 'home' }, isRead: line.isRead && isRead });
  }
  return lines;
}
