// SPDX-License-Identifier: AGPL-3.0-or-later
import type { Worded } from '../../dictionary';
import type english from '../../en/links/people';

export default {
  players: 'Joueurs',
  profile: 'Profil',
  settings: 'Réglages',
} satisfies Worded<typeof english>;
