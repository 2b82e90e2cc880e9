// SPDX-License-Identifier: AGPL-3.0-or-later
/** A list in parts of nearly equal length, each of at most so many. */
export function chunks<T>(list: readonly T[], most: number): T[][] {
  const parts = Math.max(1, Math.ceil(list.length / most));
  const each = Math.ceil(list.length / parts) || 1;
  return Array.from({ length: parts }, (_, part) => list.slice(part * each, (part + 1) * each)).filter((part) => part.length > 0);
}

/** How long it is until a moment, as a clock shows it: `4:07`, `1:02:30`; `0:00` once it has passed. */
export function until(at: number, now: number): string {
  const seconds = Math.max(0, Math.ceil((at - now) / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const two = (value: number): string => String(value).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
