// SPDX-License-Identifier: AGPL-3.0-or-later
// What stands behind `#` in the address of an event: the arbiter's parts, the projector, and the page of a helper's phone. They
// have no paths of their own, so that no other page pays for them.

/** The parts of the arbiter's desk, in their order. */
export const DESK = ['checkin', 'results', 'pair', 'print', 'codes', 'prizes'] as const;
export type DeskPart = (typeof DESK)[number];

export type Part = DeskPart | 'projector' | 'helper';

/** The part that an address names; null for the event itself. A helper's code may follow: `#helper=12345678`, or what a link has in its place. */
export function partOf(hash: string): { part: Part; code: string } | null {
  const [name = '', code = ''] = hash.replace(/^#/, '').split('=');
  const part = ([...DESK, 'projector', 'helper'] as const).find((one) => one === name);
  return part ? { part, code: part === 'helper' ? code : '' } : null;
}
