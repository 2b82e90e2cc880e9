// SPDX-License-Identifier: AGPL-3.0-or-later
import type { Worded } from '../../dictionary';
import type english from '../../en/links/puzzles';

export default {
  puzzles: 'Problemas',
} satisfies Worded<typeof english>;
