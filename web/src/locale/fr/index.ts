// SPDX-License-Identifier: AGPL-3.0-or-later
import type { Dictionary, Links } from '../dictionary';
import { texts } from './main/texts';

const links: Links = Object.assign({}, ...Object.values(import.meta.glob('./links/*.ts', { eager: true, import: 'default' })));

/** French. */
const french: Dictionary = { ...texts, links };
export default french;
