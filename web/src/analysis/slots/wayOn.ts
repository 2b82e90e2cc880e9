// SPDX-License-Identifier: AGPL-3.0-or-later
import type { GameLink } from '../../ui/slots';

export const slot: GameLink[] = [{ place: 10, to: (id) => ({ page: 'analysedGame', id }) }];
