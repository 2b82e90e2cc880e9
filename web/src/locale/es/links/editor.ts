// SPDX-License-Identifier: AGPL-3.0-or-later
import type { Worded } from '../../dictionary';
import type english from '../../en/links/editor';

export default {
  editor: 'Editor de tablero',
} satisfies Worded<typeof english>;
