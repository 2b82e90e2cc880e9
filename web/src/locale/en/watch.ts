// SPDX-License-Identifier: AGPL-3.0-or-later
// The English texts of watching.
import type { Speed } from '../../platform/protocol';

export const watch = {
  speeds: {
    bullet: 'Bullet',
    blitz: 'Blitz',
    rapid: 'Rapid',
    classical: 'Classical',
    correspondence: 'Correspondence',
  } satisfies Record<Speed, string>,
  title: 'Watch',
  none: 'No games with a clock right now. Start one and it will show up here.',
  noOthers: 'No other games with a clock right now. Start one and it will show up here.',
  failed: 'The running games can’t be loaded right now. Trying again.',
  card: (white: string, black: string) => `${white} – ${black}`,
  tv: (name: string) => `${name} live`,
  notPlaying: (name: string) => `${name} is not playing right now.`,
  waiting: 'The next game will show up here as soon as it starts.',
  profile: 'Profile',
  unknown: 'No such player',
  unknownHint: 'There’s no player with this name.',
  computer: 'Play the computer',
};
export default watch;

declare module '../dictionary' {
  interface Parts {
    watch: Worded<typeof watch>;
  }
}
