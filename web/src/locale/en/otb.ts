// SPDX-License-Identifier: AGPL-3.0-or-later
// The English texts of games over the board.
import type { Color } from '../../platform/protocol';

const sides: Record<Color, string> = { white: 'White', black: 'Black' };

export const otb = {
  title: 'Two players, one screen',
  hint: 'Pass the screen back and forth. Only you can see the saved game.',
  offline: 'Once this page is open, you don’t need a server: you play, the clocks run, and the game is kept in this browser. When the server is back in reach, it checks the moves, detects mate and draws, and saves the game.',
  names: (color: Color) => `${sides[color]}’s name`,
  you: 'You are',
  flip: 'Turn the board after each move',
  start: 'Start game',
  /** Of the side, where nobody has said what its player is called. */
  toMove: (color: Color, name: string | null) => `${name ?? sides[color]} to move.`,
  inCheck: (color: Color, name: string | null) => `${name ?? sides[color]} is in check.`,
  away: 'No server in reach. Play on: the moves are checked when it’s back.',
  refused: (number: number, why: string) => `Move ${number} was not possible, so the game goes on before it. ${why}`,
  resign: (color: Color, name: string | null) => `${name ?? sides[color]} resigns`,
  draw: 'Agree to a draw',
  claim: 'Claim draw',
  timeUp: (color: Color, name: string | null) => `${name ?? sides[color]}’s time ran out.`,
  saving: 'Saving the game.',
  waitingToSave: 'The game is kept in this browser and will be saved when the server is back.',
  failed: 'The game can’t be saved.',
  open: 'Open game',
  again: 'Another game',
  leave: 'Discard game',
  ask: { leave: 'Discard this game?', yes: 'Yes, discard' },
};
export default otb;

declare module '../dictionary' {
  interface Parts {
    otb: Worded<typeof otb>;
  }
}
