// SPDX-License-Identifier: AGPL-3.0-or-later
import type { Links } from '../dictionary';
import { texts } from './main/texts';

/** Each subject's file of names for links. */
const links: Links = Object.assign({}, ...Object.values(import.meta.glob('./links/*.ts', { eager: true, import: 'default' })));

/** English. */
export const en = { ...texts, links };
export default en;
