// SPDX-License-Identifier: AGPL-3.0-or-later
// The English texts of the board editor.

export const editor = {
  title: 'Board editor',
  tools: 'Tool',
  move: 'Move pieces',
  erase: 'Empty squares',
  turn: 'To move',
  castling: 'Castling',
  castles: {
    K: 'White, king side',
    Q: 'White, queen side',
    k: 'Black, king side',
    q: 'Black, queen side',
  } as Record<string, string>,
  enPassant: 'En passant',
  none: 'None',
  fen: 'FEN',
  start: 'Starting position',
  clear: 'Clear board',
  fine: 'A game can begin here.',
  unreachable: 'The server can’t be reached, so the position is not checked.',
  problems: 'What is wrong',
  unread: (parts: string[]) => `Not understood, and left out: ${parts.join(', ')}`,
  remarks: 'No game reaches this, but one can begin here:',
  friend: 'Play a friend',
  computer: 'Play the computer',
  overTheBoard: 'Two players, one screen',
  picture: 'Picture',
  keys: 'Keys on a square: K Q R B N P put a piece of the side chosen last, Delete empties it.',
};
export default editor;

declare module '../dictionary' {
  interface Parts {
    editor: Worded<typeof editor>;
  }
}
