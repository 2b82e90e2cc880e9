// SPDX-License-Identifier: AGPL-3.0-or-later
// What this browser remembers. A browser that forbids storage just forgets.

/** The value kept under a name, or the fall-back where there is none that can be read. */
export function recall<T>(name: string, fallback: T): T {
  try {
    const text = localStorage.getItem(`tabiya.${name}`);
    return text === null ? fallback : (JSON.parse(text) as T);
  } catch {
    return fallback;
  }
}

/** Keeps a value under a name. */
export function remember(name: string, value: unknown): void {
  try {
    localStorage.setItem(`tabiya.${name}`, JSON.stringify(value));
  } catch {
    // Private windows and full disks: the page works without.
  }
}

/** A value that this tab alone keeps, also when its page is loaded again; null where there is none. */
export function recallInTab<T>(name: string): T | null {
  try {
    return JSON.parse(sessionStorage.getItem(`tabiya.${name}`) ?? 'null') as T | null;
  } catch {
    return null;
  }
}

/** Keeps a value for this tab. */
export function rememberInTab(name: string, value: unknown): void {
  try {
    sessionStorage.setItem(`tabiya.${name}`, JSON.stringify(value));
  } catch {
    // As above.
  }
}
