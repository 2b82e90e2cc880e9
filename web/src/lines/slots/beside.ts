// SPDX-License-Identifier: AGPL-3.0-or-later
import type { GamePart } from '../../ui/slots';

/** Where a move has days, its player prepares the next ones. */
const isFor: GamePart['isFor'] = ({ time }) => time !== null && 'days' in time;

export const slot: GamePart[] = [{ place: 10, isFor, load: () => import('../LinesCard.svelte'), texts: ['lines', 'refusals'] }];
