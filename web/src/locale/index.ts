// SPDX-License-Identifier: AGPL-3.0-or-later
// The language of the page. A second one is a second file of the same type, and a choice here.
import { en } from './en';

/** All texts of the page. */
export type Locale = typeof en;

export const t: Locale = en;
export { wordRefusal } from './reasons.en';
