// SPDX-License-Identifier: AGPL-3.0-or-later
// The tab's icon: the mark, with a dot while the person is expected to move.

const MARK =
  '<rect width="32" height="32" rx="7" fill="#0e7c7b"/><g fill="#fff"><rect x="6" y="6" width="10" height="10"/>' +
  '<rect x="16" y="16" width="10" height="10"/></g><rect x="6.5" y="6.5" width="19" height="19" fill="none" stroke="#fff"/>';
const DOT = '<circle cx="24" cy="8" r="7.5" fill="#e5484d" stroke="#fff" stroke-width="2"/>';
const DOTTED = `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${MARK}${DOT}</svg>`)}`;

/** Shows the dot or not; the returned function takes it away. */
export function sign(isWanted: boolean): () => void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel=icon][type="image/svg+xml"]');
  const plain = '/icon.svg';
  if (icon) icon.href = isWanted ? DOTTED : plain;
  return () => {
    if (icon) icon.href = plain;
  };
}
