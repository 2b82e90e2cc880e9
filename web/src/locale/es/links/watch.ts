// SPDX-License-Identifier: AGPL-3.0-or-later
import type { Worded } from '../../dictionary';
import type english from '../../en/links/watch';

export default {
  watch: 'Mirar',
} satisfies Worded<typeof english>;
