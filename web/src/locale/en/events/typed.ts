// SPDX-License-Identifier: AGPL-3.0-or-later
// The English texts of games at wooden boards.
import type { Color } from '../../../platform/protocol';
import { forms } from '../../forms';

const { moment } = forms('en-GB');

export const typed = {
  link: 'Game',
  linkOf: (board: number) => `Game of board ${board}`,
  type: 'Type game',
  typeOf: (board: number) => `Type game, board ${board}`,
  title: (round: number, board: number) => `Round ${round}, board ${board}`,
  gameOf: (game: number) => `Game ${game}`,
  missing: 'No such game',
  missingHint: 'There’s no board at this address, or its round isn’t published.',
  none: 'No one has typed this game.',
  resultFirst: 'The game can be typed once its result is in. A forfeit has no game.',
  toMove: (side: Color, name: string) => `${side === 'white' ? 'White' : 'Black'} to move: ${name}`,
  notAMove: (text: string) => `“${text}” isn’t a move here.`,
  move: 'Move',
  moveHint: 'Nf3, or several moves',
  takeBack: 'Take back',
  paste: 'Paste PGN',
  pasteLabel: 'Game as PGN',
  pasteHint: 'Or the moves alone. Comments and variations are left out; at most 600 half-moves.',
  isTyped: 'Somebody else has typed this game. Choose another one, or clear the field.',
  file: 'Or choose a file',
  keepPasted: 'Save pasted game',
  keep: 'Save game',
  kept: (board: number) => `The game of board ${board} is saved.`,
  change: 'Correct game',
  remove: 'Remove game',
  removeNow: 'Remove this game',
  by: (name: string | null, at: number) => (name === null ? `Typed on ${moment(at)}` : `Typed by ${name} on ${moment(at)}`),
};
