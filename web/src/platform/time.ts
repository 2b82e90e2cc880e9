// SPDX-License-Identifier: AGPL-3.0-or-later
// Milliseconds as people read them.
/** Below this a clock shows tenths, and its owner is warned. */
export const LOW_TIME_MS = 10_000;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** A clock's face: the large figures, and the small tenths where they matter. */
export interface Face {
  figures: string;
  tenths: string | null;
}

const two = (value: number): string => String(value).padStart(2, '0');

/**
 * What a clock with so much time left shows: tenths below `low`, above it seconds, rounded up so that it never says 0
 * while there is time.
 */
export function clockFace(ms: number, low = LOW_TIME_MS): Face {
  const left = Math.max(0, ms);
  if (left < low) {
    const tenths = Math.floor(left / 100);
    return { figures: String(Math.floor(tenths / 10)), tenths: String(tenths % 10) };
  }
  if (left > DAY_MS) {
    const hours = Math.ceil(left / HOUR_MS);
    const days = `${Math.floor(hours / 24)}d`;
    return { figures: hours % 24 === 0 ? days : `${days} ${hours % 24}h`, tenths: null };
  }
  const seconds = Math.ceil(left / 1000);
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const figures = hours > 0 ? `${hours}:${two(minutes)}` : String(minutes);
  return { figures: `${figures}:${two(seconds % 60)}`, tenths: null };
}

/** How long a running clock may wait before its face changes. */
export function untilNextFace(ms: number): number {
  if (ms <= 0) return Number.POSITIVE_INFINITY;
  const unit = ms <= LOW_TIME_MS ? 100 : ms > DAY_MS ? 60_000 : 1000;
  return Math.max(1, ms % unit || unit);
}

/** How long something took: `0.4 s`, `12 s`, `3:05`. */
export function shortSpan(ms: number): string {
  if (ms < 10_000) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
}

/** Minutes as a short number: `5`, `1.5`, `½`. */
export function shortMinutes(ms: number): string {
  const minutes = ms / 60_000;
  const fractions: Record<string, string> = { '0.25': '¼', '0.5': '½', '0.75': '¾' };
  return fractions[String(minutes)] ?? String(Math.round(minutes * 100) / 100);
}
