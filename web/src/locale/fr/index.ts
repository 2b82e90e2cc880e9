// SPDX-License-Identifier: AGPL-3.0-or-later
import type { Dictionary } from '../dictionary';
import { wordRefusal } from './refusals';
import { texts } from './texts';

/** French. */
const french: Dictionary = { ...texts, refusal: wordRefusal };
export default french;
