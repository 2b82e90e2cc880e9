// SPDX-License-Identifier: AGPL-3.0-or-later
import type { Worded } from '../../dictionary';
import type english from '../../en/links/otb';

export default {
  overTheBoard: 'Zu zweit, ein Bildschirm',
} satisfies Worded<typeof english>;
