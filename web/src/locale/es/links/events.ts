// SPDX-License-Identifier: AGPL-3.0-or-later
import type { Worded } from '../../dictionary';
import type english from '../../en/links/events';

export default {
  events: 'Torneos',
} satisfies Worded<typeof english>;
