// SPDX-License-Identifier: AGPL-3.0-or-later
import type { Dictionary } from '../dictionary';
import { wordRefusal } from './main/refusals';
import { texts } from './main/texts';

/** German. */
const german: Dictionary = { ...texts, refusal: wordRefusal };
export default german;
