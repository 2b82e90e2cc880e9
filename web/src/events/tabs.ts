// SPDX-License-Identifier: AGPL-3.0-or-later
// Which list of an event is shown, and of which round, as it stands behind `#` in the address: `#crosstable`, `#pairings=2`.

export const TABS = ['standings', 'pairings', 'crosstable'] as const;
export type Tab = (typeof TABS)[number];

/** What an address names; null where it names none of them. */
export function tabOf(hash: string): { tab: Tab; round: number | null } | null {
  const [name, code = ''] = hash.replace(/^#/, '').split('=');
  const tab = TABS.find((one) => one === name);
  if (!tab) return null;
  return { tab, round: tab === 'pairings' && /^[1-9]\d{0,3}$/.test(code) ? Number(code) : null };
}

/** The address of a list, without a round for the last one. The standings need none. */
export function hashOf(tab: Tab, round: number | null): string {
  if (tab === 'standings') return '';
  return tab === 'pairings' && round !== null ? `#pairings=${round}` : `#${tab}`;
}
