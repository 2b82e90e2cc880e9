// SPDX-License-Identifier: AGPL-3.0-or-later
import type { Subject } from '../ui/listed';

export const subject: Subject = { inSettings: ['board'] };

/** The folders that this one may use. Only a test reads it. */
export const uses = ['platform', 'locale', 'ui'];
