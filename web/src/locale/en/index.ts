// SPDX-License-Identifier: AGPL-3.0-or-later
import { wordRefusal } from './main/refusals';
import { texts } from './main/texts';

/** English. */
export const en = { ...texts, refusal: wordRefusal };
export default en;
