// SPDX-License-Identifier: AGPL-3.0-or-later
import type { Subject } from '../ui/listed';

/** What a correspondence player prepares beside their own game, and finds there when it is over. It has no page of its own: `slots/beside.ts` shows it. */
export const subject: Subject = {};

/** The folders that this one may use. Only a test reads it. */
export const uses = ['platform', 'locale', 'ui', 'board', 'live'];

/** The texts among which the server chooses by a word of its own. Only a test reads it. */
export const keyedByServer = ['lines.errors'];
