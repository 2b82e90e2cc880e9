// SPDX-License-Identifier: AGPL-3.0-or-later
import type { Worded } from '../../dictionary';
import type english from '../../en/links/analysis';

export default {
  analysis: 'Analyse',
  analysedGame: 'Analyse',
} satisfies Worded<typeof english>;
