// SPDX-License-Identifier: AGPL-3.0-or-later
/** A moment as a field for local times has it: `2026-11-26T19:30`. */
export function localTime(ms: number): string {
  const moment = new Date(ms);
  return new Date(ms - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
