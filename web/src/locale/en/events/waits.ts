// SPDX-License-Identifier: AGPL-3.0-or-later
// The English texts that tell players what the next round waits for.
import { forms } from '../../forms';

const { plural, list } = forms('en-GB');

/** A few boards by their numbers, many by their count. */
const playing = (boards: number[]): string =>
  boards.length > 4 ? plural(boards.length, { other: '# boards are still playing' }) : `${plural(boards.length, { one: 'Board', other: 'Boards' })} ${list(boards.map(String))} ${boards.length === 1 ? 'is' : 'are'} still playing`;

export const waits = {
  boards: (boards: number[], next: number) => `${playing(boards)}. Round ${next} comes after that.`,
  last: (boards: number[]) => `${playing(boards)} in the last round.`,
  start: (round: number) => `Round ${round} is paired. The organiser starts it.`,
  pair: (round: number) => `Round ${round} is next. The organiser pairs it.`,
  own: (round: number, board: number) => `Your game on board ${board} of round ${round} is played later. Until it has a result, it counts as a draw for the pairings.`,
  place: (round: number, board: number) => `board ${board} of round ${round}`,
  postponed: (games: string[]) => `Postponed: ${list(games)}. The final standings wait for ${games.length === 1 ? 'this game' : 'these games'}.`,
};
