// SPDX-License-Identifier: AGPL-3.0-or-later
import type { Dictionary } from '../dictionary';
import { wordRefusal } from './main/refusals';
import { texts } from './main/texts';

/** Spanish. */
const spanish: Dictionary = { ...texts, refusal: wordRefusal };
export default spanish;
