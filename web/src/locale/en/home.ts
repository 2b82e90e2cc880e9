// SPDX-License-Identifier: AGPL-3.0-or-later
// The English texts of the start page, and the dialog that imports a game.
import type { Termination } from '../../platform/protocol';
import { forms } from '../forms';

const { number } = forms('en-GB');

export const home = {
  title: 'A quiet place to play chess.',
  friendHint: 'Send a link',
  computerHint: 'Choose how strong it is',
  findHint: 'Play right now',
  games: 'Your games',
  allGames: 'All games',
  /** One line each below the ways in: an event that runs or comes next, and the puzzle of the day. */
  news: { title: 'What’s on', daily: 'Daily puzzle', running: 'running now', announced: 'not started' },
  board: { title: 'A board', start: 'Make a move to start a game against the computer.' },
  noGames: 'No games yet. Start one.',
  /** In place of it, while the game that was begun on this page's board is not gone on with. */
  trial: 'Your new game will be listed here from your second move.',
  gamesFailed: 'Your games can’t be loaded right now. Reload the page to try again.',
  more: (count: number) => `Show ${number(count)} more`,
  toImport: 'Import a game',
  card: {
    yourMove: 'Your move',
    waiting: 'Waiting',
    nobody: 'No opponent yet',
    won: 'You won',
    lost: 'You lost',
    draw: 'Draw',
    aborted: 'Aborted',
    unfinished: 'No result',
    imported: 'Imported',
    /** What stands beside it: how the game ended. */
    reasons: {
      checkmate: 'checkmate',
      resignation: 'resignation',
      stalemate: 'stalemate',
      insufficient_material: 'insufficient material',
      fivefold_repetition: 'fivefold repetition',
      seventy_five_moves: '75 moves',
      threefold_repetition: 'threefold repetition',
      fifty_moves: '50 moves',
      agreement: 'agreement',
      time_forfeit: 'on time',
      time_forfeit_insufficient_material: 'on time, no mate',
      abandonment: 'abandoned',
      abandonment_insufficient_material: 'abandoned, no mate',
      abort: 'aborted',
      no_first_move: 'no first move',
      arbiter_decision: 'arbiter’s decision',
      /** Nobody has written it down. */
      unknown: '',
    } as Record<Termination, string>,
    /** `9:12 left`, `2d 4h left`. */
    left: (face: string) => `${face} left`,
  },
  import: {
    private: 'Private',
    title: 'Import a game',
    pgn: 'Game in PGN',
    hint: 'Paste it or drop a file here. If there are several games, the first one is imported.',
    file: 'Choose a file',
    privateHint: 'Only you can see it.',
    side: 'Your side',
    action: 'Import',
    nothing: 'Paste a game first.',
    tooLarge: 'This file is over 256 kB. Save one game on its own and try again.',
    unreadable: 'This file can’t be read.',
    windows: 'This file isn’t UTF-8, so it was read as Windows-1252. Check names with accents.',
  },
};
export default home;

declare module '../dictionary' {
  interface Parts {
    home: Worded<typeof home>;
  }
}
