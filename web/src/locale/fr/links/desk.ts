// SPDX-License-Identifier: AGPL-3.0-or-later
import type { Worded } from '../../dictionary';
import type english from '../../en/links/desk';

export default {
  desk: 'Gestion',
} satisfies Worded<typeof english>;
