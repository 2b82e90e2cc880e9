// SPDX-License-Identifier: AGPL-3.0-or-later
import type { Worded } from '../../dictionary';
import type english from '../../en/links/otb';

export default {
  overTheBoard: 'Dos jugadores, una pantalla',
} satisfies Worded<typeof english>;
