// SPDX-License-Identifier: AGPL-3.0-or-later
import type { HomeLink } from '../../ui/slots';

export const slot: HomeLink[] = [{ place: 15, to: { page: 'events' } }];
