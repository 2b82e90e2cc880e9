// SPDX-License-Identifier: AGPL-3.0-or-later
// The English texts that tell players where they stand in an event, and what their last press has done.
import type { Color } from '../../../platform/protocol';

export const own = {
  /** What stands round the buttons "Join" and "Withdraw". */
  title: 'Your entry',
  backTo: (name: string) => `Back to ${name}`,
  /** Of a game without a first move. */
  forfeit: {
    own: 'You didn’t make your first move: lost by forfeit.',
    other: (name: string) => `${name} didn’t make the first move: lost by forfeit.`,
    paused: 'You aren’t paired until you rejoin.',
  },
  paused: 'You’re paused. You aren’t paired with anyone until you rejoin.',
  withdrawn: 'You’ve withdrawn. You aren’t paired until you rejoin.',
  out: 'You’re out of the knockout.',
  /** What the last press has done. */
  done: {
    join: 'You’ve joined.',
    withdraw: 'You’ve withdrawn.',
    pause: 'You’re paused.',
    rejoin: 'You’re back.',
    pair: (round: number) => `Round ${round} is paired. Only organisers see it yet.`,
    publish: (round: number) => `Round ${round} is published.`,
    start: (round: number) => `Round ${round} has started.`,
    undo: 'The pairing is undone.',
    unpublish: 'The round is unpublished.',
  },
  starts: (when: string) => `Starts ${when}`,
  ended: (when: string) => `Ended, began ${when}`,
  entered: 'You’ve entered',
  onlyStaff: 'Only organisers and staff create events here.',
  askAdmin: 'To become an organiser, ask an admin of this site.',
  whyShare: (name: string) => `Why do I share a place with ${name}?`,
  whyShareBoth: (one: string, other: string) => `Why do ${one} and ${other} share a place?`,
  morePoints: (name: string) => `${name} has more points.`,
  youMorePoints: 'You have more points.',
  play: (opponent: string, side: Color, board: number) => `You play ${opponent} with ${side === 'white' ? 'White' : 'Black'} on board ${board}.`,
  bye: (round: number) => `You have a bye in round ${round}.`,
  goesOn: (game: number) => `The match goes on: game ${game}.`,
  final: 'Final',
  scoring: 'A win scores 2, a draw 1. After two wins in a row each game counts double, until you don’t win.',
  left: (clock: string) => `${clock} left`,
  correct: 'Correct result',
};
