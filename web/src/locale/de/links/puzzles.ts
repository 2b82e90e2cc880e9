// SPDX-License-Identifier: AGPL-3.0-or-later
import type { Worded } from '../../dictionary';
import type english from '../../en/links/puzzles';

export default {
  puzzles: 'Aufgaben',
} satisfies Worded<typeof english>;
