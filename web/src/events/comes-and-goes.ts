// SPDX-License-Identifier: AGPL-3.0-or-later
import type { EventFormatView } from '../platform/protocol';

/** Whether players pause and come late in this format. In the others, a table or a bracket has a place for each. */
export const comesAndGoes = ({ kind }: EventFormatView): boolean => kind === 'swiss' || kind === 'keizer' || kind === 'arena';
