// SPDX-License-Identifier: AGPL-3.0-or-later
// The English texts of games over the board.
import type { Color } from '../../platform/protocol';

const sides: Record<Color, string> = { white: 'White', black: 'Black' };

export const otb = {
  title: 'Over the board',
  hint: 'Two people, one screen. The game is saved for you alone.',
  offline: 'Once this page is open, no server is needed: you play, the clocks run, and the game is kept in this browser. When the server is in reach again, it checks the moves by the rules, sees mate and draws, and saves the game.',
  names: (color: Color) => `${sides[color]}’s name`,
  you: 'You are',
  flip: 'Turn the board after each move',
  start: 'Start game',
  toMove: (color: Color) => `${sides[color]} to move.`,
  inCheck: (color: Color) => `${sides[color]} is in check.`,
  away: 'No server in reach. Play on: the moves are checked when it is back.',
  refused: (number: number, why: string) => `Move ${number} was not possible, so the game goes on before it. ${why}`,
  resign: (color: Color) => `${sides[color]} resigns`,
  draw: 'Agree to a draw',
  claim: 'Claim draw',
  timeUp: (color: Color) => `${sides[color]}’s time ran out.`,
  saving: 'Saving the game.',
  waitingToSave: 'The game is kept in this browser and saved when the server is back.',
  failed: 'The game can’t be saved.',
  open: 'Open game',
  again: 'Another game',
  leave: 'Give this game up',
  ask: { leave: 'Forget this game?', yes: 'Yes, forget it' },
};
export default otb;

declare module '../dictionary' {
  interface Parts {
    otb: Worded<typeof otb>;
  }
}
