// SPDX-License-Identifier: AGPL-3.0-or-later
// The English texts of the lobby and of challenges.
import type { ChallengeEnd, ChallengeView, ColorChoice, DeclineReason, PlayerView, SeekView } from '../../platform/protocol';
import { forms } from '../forms';
import { en as texts } from './index';

const { plural } = forms('en-GB');

const name = (player: PlayerView): string => texts.player.name(player);

/** `rated`, `casual`. */
const weight = (rated: boolean): string => (rated ? 'rated' : 'casual');

const reasons: Record<DeclineReason, string> = {
  none: 'No reason',
  later: 'Not now',
  too_fast: 'Too fast for me',
  too_slow: 'Too slow for me',
  rated: 'Rated games only',
  casual: 'Casual games only',
  standard: 'Standard chess only',
};

/** Who has which colour, as whoever is told sees it. */
function colour(color: ColorChoice, yours: boolean): string {
  if (color === 'random') return 'random colour';
  return (color === 'white') !== yours ? 'you play White' : 'you play Black';
}

const challenge = {
  short: 'Challenge',
  invite: 'Invite',
  byLink: 'By link',
  byName: 'By name',
  noName: 'Enter a player’s name.',
  name: 'Name',
  to: (player: string) => `Challenge ${player}`,
  changeTitle: (player: string) => `Propose changes to ${player}`,
  send: 'Send challenge',
  propose: 'Propose',
  title: (challenge: ChallengeView) =>
    challenge.yours ? `Challenge from ${name(challenge.from)}` : `Challenge to ${name(challenge.to)}`,
  challengesYou: 'challenges you',
  waitsFor: 'Waiting for',
  /** `5+3 · rated · you play White`. */
  terms: ({ terms, yours }: ChallengeView): string => {
    const facts = [texts.time.control(terms.time), weight(terms.rated)];
    if (terms.start.kind === 'fen') facts.push('from a position');
    else if (terms.start.kind !== 'standard') facts.push(texts.game.variants[terms.start.kind]);
    if (terms.private) facts.push('private');
    facts.push(colour(terms.color, yours));
    return facts.join(' · ');
  },
  change: 'Change',
  takeBack: 'Cancel',
  back: 'Back',
  declineWhy: 'Decline with a reason',
  reason: 'Reason',
  reasons,
  began: (opponent: string) => `Your game with ${opponent} has begun.`,
  toGame: 'Go to game',
  close: 'Close',
  ended: (challenge: ChallengeView, ended: ChallengeEnd): string => {
    const other = name(challenge.yours ? challenge.from : challenge.to);
    switch (ended.how) {
      case 'declined':
        return ended.reason === 'none' ? `${other} declined.` : `${other} declined: ${reasons[ended.reason].toLowerCase()}.`;
      case 'cancelled':
        return `${other} cancelled the challenge.`;
      case 'expired':
        return challenge.yours ? `${other}’s challenge has expired.` : `Your challenge to ${other} has expired.`;
      case 'accepted':
        return `${other} accepted.`;
    }
  },
};

export const lobby = {
  challenge,
  notices: 'Challenges and searches',
  speeds: { bullet: 'Bullet', blitz: 'Blitz', rapid: 'Rapid', classical: 'Classical' },
  customHint: 'your own time, colour or rating range',
  ratedHint: 'Counts towards both players’ ratings.',
  hint: 'Pick a time. The game starts as soon as someone else picks it too.',
  searching: (time: string, rated: boolean) => `Looking for an opponent: ${time}, ${weight(rated)}`,
  offer: (player: string, time: string) => `${player} is waiting for a casual game, ${time}.`,
  playCasual: 'Play casual',
  cancel: 'Cancel',
  open: 'Waiting for an opponent',
  followed: 'People you follow',
  plays: 'playing now',
  watch: (player: string) => `Watch ${player}’s game`,
  first: 'You’re first in line. The next player who picks this time plays you.',
  firstOfClass: 'Waiting for your class and for players you follow.',
  /** Why somebody else’s search can’t be taken. */
  obstacles: {
    account: 'Log in to play rated games.',
    protected: 'You can play your class and players you follow.',
    apart: 'You can’t play some of these players.',
  },
  waiting: (count: number) => (count === 0 ? 'No one is waiting.' : plural(count, { one: '# waiting', other: '# waiting' })),
  nobody: 'No one is waiting. Pick a time to start.',
  more: (count: number) => `and ${count} more`,
  /** `3+2 · rated · 1400–1600`. */
  facts: (seek: SeekView): string => {
    const facts = [texts.time.control(seek.time), weight(seek.rated)];
    if (seek.variant !== 'standard') facts.push(texts.game.variants[seek.variant]);
    if (seek.color) facts.push(`plays ${texts.sides[seek.color]}`);
    if (seek.range) facts.push(`${seek.range.low}–${seek.range.high}`);
    return facts.join(' · ');
  },
  play: (player: string, facts: string) => `Play ${player}, ${facts}`,
  playShort: 'Play',
  ended: {
    cancelled: '',
    elsewhere: 'You’re now searching in another tab.',
    asleep: 'This tab was inactive, so your search ended. Pick a time to search again.',
  } as Record<'cancelled' | 'elsewhere' | 'asleep', string>,
};
export default lobby;

declare module '../dictionary' {
  interface Parts {
    lobby: Worded<typeof lobby>;
  }
}
