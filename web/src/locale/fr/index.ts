// SPDX-License-Identifier: AGPL-3.0-or-later
import type { Dictionary } from '../dictionary';
import { wordRefusal } from './main/refusals';
import { texts } from './main/texts';

/** French. */
const french: Dictionary = { ...texts, refusal: wordRefusal };
export default french;
