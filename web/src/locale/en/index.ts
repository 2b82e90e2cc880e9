// SPDX-License-Identifier: AGPL-3.0-or-later
import { wordRefusal } from './refusals';
import { texts } from './texts';

/** English. */
export const en = { ...texts, refusal: wordRefusal };
export default en;
