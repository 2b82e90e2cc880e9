// SPDX-License-Identifier: AGPL-3.0-or-later
// What stands behind `#` in the address of an event: the arbiter's parts, the projector, and the pages that phones open with a code. They
// have no paths of their own, so that no other page pays for them.
import type { EventFacts, EventView } from '../../platform/protocol';

/** The parts of the arbiter's desk, in their order. */
export const DESK = ['checkin', 'results', 'pair', 'print', 'codes', 'prizes', 'members', 'journal'] as const;
export type DeskPart = (typeof DESK)[number];

/** Whether players are paired by hand here, which the server allows in a Swiss and a Keizer until they are over. */
export const isPairedByHand = ({ format, stage }: Pick<EventFacts, 'format' | 'stage'>): boolean =>
  (format.kind === 'swiss' || format.kind === 'keizer') && (stage === 'announced' || stage === 'running');

/** The parts of the desk that an event has. */
export const deskOf = ({ facts }: Pick<EventView, 'facts'>): DeskPart[] => DESK.filter((part) => part !== 'pair' || isPairedByHand(facts));

export type Part = DeskPart | 'projector' | 'helper' | 'seat' | 'table' | 'game' | 'claim';

/** Those that have something behind their name: a code, which needs no event, the place of a game, or the board whose result is wanted. */
const WITH_CODE: readonly Part[] = ['helper', 'seat', 'table', 'game', 'results'];

/** The part that an address names; null for the event itself. A code may follow: `#helper=12345678`, or what a link has in its place; behind a game or the results a round and a board: `#game=3-12`. */
export function partOf(hash: string): { part: Part; code: string } | null {
  const [name = '', code = ''] = hash.replace(/^#/, '').split('=');
  const part = ([...DESK, 'projector', 'claim', ...WITH_CODE] as Part[]).find((one) => one === name);
  return part ? { part, code: WITH_CODE.includes(part) ? code : '' } : null;
}
