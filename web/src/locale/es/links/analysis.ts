// SPDX-License-Identifier: AGPL-3.0-or-later
import type { Worded } from '../../dictionary';
import type english from '../../en/links/analysis';

export default {
  analysis: 'Analizar',
  analysedGame: 'Analizar',
} satisfies Worded<typeof english>;
