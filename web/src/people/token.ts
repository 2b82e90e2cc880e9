// SPDX-License-Identifier: AGPL-3.0-or-later

/** The secret behind the `#` of a one-time link. It is taken out of the address, so that the history keeps nothing. */
export function takeToken(): string {
  const text = location.hash.slice(1);
  if (text !== '') history.replaceState(null, '', location.pathname);
  try {
    return decodeURIComponent(text).trim();
  } catch {
    return text;
  }
}
