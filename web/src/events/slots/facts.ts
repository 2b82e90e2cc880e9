// SPDX-License-Identifier: AGPL-3.0-or-later
import type { GamePart } from '../../ui/slots';

/** Games of events have no rematch; few others forbid it. */
const isFor: GamePart['isFor'] = ({ no_rematch }) => no_rematch === true;

export const slot: GamePart[] = [{ place: 10, isFor, load: () => import('../GameEvent.svelte'), texts: ['events'] }];
