// SPDX-License-Identifier: AGPL-3.0-or-later

/** The secret behind the `#` of a one-time link. It is taken out of the address, so that the history keeps nothing. */
export function takeToken(): string {
  const token = fromAddress();
  if (token !== '') history.replaceState(null, '', location.pathname);
  return token;
}

/**
 * The same, but the tab keeps the secret until it is dropped, so that a reload of the page finds it again: there is no other
 * copy of an admin's link than the one in the terminal.
 */
export function keepToken(): string {
  const token = fromAddress();
  if (token === '') return (history.state as { token?: string } | null)?.token ?? '';
  history.replaceState({ token }, '', location.pathname);
  return token;
}

/** To be called once the link was used. */
export function dropToken(): void {
  history.replaceState(null, '', location.pathname);
}

function fromAddress(): string {
  const text = location.hash.slice(1);
  try {
    return decodeURIComponent(text).trim();
  } catch {
    return text;
  }
}
