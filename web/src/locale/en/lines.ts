// SPDX-License-Identifier: AGPL-3.0-or-later
// The English texts of conditional moves and private lines beside a correspondence game.

export const lines = {
  title: 'Conditional moves',
  /** The same after the game. */
  titleAfter: 'Your lines',
  count: (lines: number, most: number) => `${lines} of ${most}`,
  none: 'Say what you answer if your opponent plays this or that. The server plays it as soon as it applies, even while you’re away. Only you can see it.',
  make: 'Make a line',
  board: 'Board for your line',
  trying: 'Move the pieces of both sides. Nothing you do here is played.',
  first: 'Start with your opponent’s move.',
  addReply: 'Now add your reply.',
  ownTurn: 'It’s your turn. Play your move first, then say what follows. You can keep this as a private line.',
  notNow: 'Conditional moves start from the last position of the game. You can keep this as a private line.',
  save: 'Save conditional moves',
  keep: 'Keep as private line',
  back: 'Undo',
  forward: 'Redo',
  close: 'Close',
  waits: 'A draw is offered or a takeback is asked for. These lines wait for the answer.',
  remove: (line: string) => `Remove ${line}`,
  removeShort: 'Remove',
  /** Before a line that was played to its end, or no longer applies. */
  past: (kind: string) =>
    ({ played: 'Played for you:', taken_back: 'Dropped, because moves were taken back:', game_over: 'Dropped, because the game is over:' })[kind] ??
    'Dropped, because another move was played:',
  clear: 'Clear',
  soFar: (moves: string) => `(Played so far: ${moves})`,
  private: 'Private lines',
  show: 'Show on the board',
  analyse: (line: string) => `Open ${line} on the analysis board`,
  analyseShort: 'Open on the analysis board',
  tooLong: (most: number) => `A line has at most ${most} half-moves.`,
  errors: {
    game_over: 'This game is over, so no more lines are saved.',
    line_of_computer: 'The computer answers at once, so there is nothing to prepare.',
    line_too_long: 'This line is too long. Shorten it.',
    line_illegal: 'A move of this line is illegal by now.',
    line_after_end: 'The game would be over before the end of this line. Take the moves after that back.',
    line_on_own_turn: 'It’s your turn. Play your move first, then say what follows.',
    line_without_reply: 'This line ends with your opponent’s move. Add your reply.',
    line_taken_back: 'Moves were taken back, so this line no longer applies. You can still keep it as a private line.',
    line_overtaken: 'Your opponent has just played another move, so this line no longer applies. You can still keep it as a private line.',
    line_played: 'All moves of this line have just been played.',
    too_many_lines: 'You have as many lines as you can have. Remove one first.',
    line_contradicts: 'Your lines give two different replies in the same position. Remove the other line, or change this one.',
    line_of_other_game: 'This position isn’t in the game any more. Start the line from a position of the game.',
  } as Record<string, string>,
};
export default lines;

declare module '../dictionary' {
  interface Parts {
    lines: Worded<typeof lines>;
  }
}
