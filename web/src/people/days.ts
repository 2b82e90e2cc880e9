// SPDX-License-Identifier: AGPL-3.0-or-later
import { t } from '../locale';

/** Whether two moments have one date in this browser's calendar. */
export const isSameDay = (one: number, other: number): boolean => new Date(one).toDateString() === new Date(other).toDateString();

/** `09:30` today, `22 Nov, 09:30` on any other day. */
export const when = (at: number, now = Date.now()): string => (isSameDay(at, now) ? t.when.time(at) : t.when.moment(at));
