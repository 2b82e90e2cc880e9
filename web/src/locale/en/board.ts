// SPDX-License-Identifier: AGPL-3.0-or-later
// English texts about the board: what can be chosen, and the keys. Fetched with the panel beside the board and with the settings.
import type { Color, Role, Square } from '../../platform/protocol';
import { en as texts } from './index';

const { sides, roles } = texts;
const side = (color: Color): string => sides[color];

export const board = {
  title: 'Board',
  handling: 'Moving',
  hearing: 'Sound and feel',
  screen: 'Settings',
  all: 'All settings',
  close: 'Close',
  boards: 'Squares',
  pieces: 'Pieces',
  coordinates: 'Coordinates',
  animation: 'Piece animation',
  notation: 'Moves',
  captured: 'Captured pieces',
  moving: 'Move pieces by',
  promotion: 'When a pawn promotes',
  spoken: 'Read moves out as',
  volume: 'Volume',
  sounds: 'Sound set',
  size: 'Board size',
  percent: (value: number) => `${value} %`,
  /** The colours to draw in. */
  draw: {
    hint: 'Drag an arrow, or press a square for a circle.',
    to: (square: Square) => `From ${square}: choose where the arrow ends.`,
    done: 'Stop drawing',
    clear: 'Clear',
    brushes: { green: 'Green', red: 'Red', blue: 'Blue', yellow: 'Yellow' },
  },
  switches: {
    blindfold: 'Blindfold: hide the pieces',
    clock_bar: 'Show a bar below each clock',
    destinations: 'Show where a piece can go',
    premoves: 'Premoves',
    touch_square: 'Enlarge the square under your finger',
    confirm_move: 'Ask before playing a move',
    keys: 'Single-key shortcuts',
    say_clock: 'Say 30, 20 and 10 seconds left',
    sound: 'Sounds',
    low_time: 'Warn when time runs low',
    haptics: 'Vibrate on moves, if the device can',
  },
  choices: {
    board: { slate: 'Slate', wood: 'Wood', green: 'Green', sea: 'Sea', rose: 'Rose', sand: 'Sand', contrast: 'Contrast' },
    pieces: { classic: 'Classic', plain: 'Plain', solid: 'Solid', letters: 'Letters' },
    coordinates: { inside: 'Inside', outside: 'Outside', all: 'All squares', none: 'None' },
    animation: { normal: 'Normal', slow: 'Slow', fast: 'Fast', none: 'None' },
    notation: { letters: 'Letters: Nf3', figurines: 'Figurines: ♘f3', own: 'Own letters: Nf3' },
    captured: { all: 'All', difference: 'Difference', off: 'None' },
    moving: { both: 'Both', click: 'Two clicks', drag: 'Dragging' },
    promotion: { ask: 'Ask', queen: 'Always a queen' },
    sounds: { wood: 'Wood', soft: 'Soft', glass: 'Glass' },
    spoken: { words: 'Words', san: 'Notation', nato: 'Words, NATO squares' },
  },
  keysTitle: 'Keys',
  /** What each key does, on the whole page. */
  keys: [
    ['← →', 'one move back or on'],
    ['↑ ↓', 'first or last position'],
    ['/', 'type a move or a command'],
    ['F', 'flip the board'],
    ['Z', 'zen: only the board and the clocks'],
    ['D', 'draw arrows and circles'],
    ['S', 'these settings'],
    ['?', 'this list'],
    ['Esc', 'put a piece down, cancel premoves'],
  ] as const,
  boardKeysTitle: 'On the board',
  /** What each key does while a square has the focus. */
  boardKeys: [
    ['← ↑ → ↓', 'move from square to square'],
    ['Enter', 'pick up, put down, play'],
    ['K Q R B N P', 'next piece of this kind; with Shift the one before'],
    ['1–8', 'rank; with Shift the file'],
    ['M', 'moves of the piece; with Shift only captures'],
    ['O', 'this square'],
    ['L', 'last move'],
    ['C', 'last capture'],
    ['T', 'clocks'],
    ['X', 'what can be seen from here in every direction'],
    ['I', 'type a move or a command'],
  ] as const,
  drawTitle: 'Arrows and circles',
  /** How the right mouse button draws, and in which colour. */
  drawKeys: [
    ['Right-drag', 'green arrow; a right-click draws a circle'],
    ['Shift or Ctrl', 'red'],
    ['Alt', 'blue'],
    ['Shift or Ctrl, and Alt', 'yellow'],
  ] as const,
  drawNote: 'In Firefox, Shift and a right-click open its own menu, so use Ctrl there. Chrome, Edge and Safari accept both.',
  commandsTitle: 'Typed',
  /** What can be typed into the field for moves and commands. A dot stands between words that can be chosen from. */
  commands: [
    ['Nf3 · g1f3 · knight takes e5 · castle short', 'a move'],
    ['queen · to a knight', 'what a pawn becomes'],
    ['clock · last · turn', 'both clocks, the last move, whose turn it is'],
    ['captured · premoves · opponent', 'what was captured, your premoves, who you’re playing'],
    ['pieces knight · p N', 'where these pieces stand'],
    ['scan e · s 4', 'what stands on a file or rank'],
    ['square e4 · moves e2', 'what stands there, and where it can go'],
    ['say hello · chat', 'write in the chat, or read its last lines'],
    ['draw · resign · abort · takeback · time', 'offer it, or do it'],
    ['accept · decline', 'answer; add draw or takeback if both are asked'],
    ['claim · claim draw', 'claim the game, or a draw'],
    ['rematch · cancel', 'offer a rematch; cancel premoves'],
    ['flip · zen · back · on · first · end', 'turn the board, or the pages of the game'],
  ] as const,
  /** Answers to what is typed into the field, or asked by a key on the board. A side whose player has no name is called by its colour. */
  say: {
    squares: (color: Color, role: Role, squares: string[]) =>
      `${side(color)} ${roles[role]}${squares.length === 1 ? '' : 's'}: ${squares.length === 0 ? 'none' : squares.join(', ')}.`,
    line: (name: string, found: string[]) => `${/\d/.test(name) ? 'Rank' : 'File'} ${name}: ${found.length === 0 ? 'empty' : found.join(', ')}.`,
    piece: (square: string, color: Color, role: Role) => `${square} ${side(color).toLowerCase()} ${roles[role]}`,
    square: (text: string) => `${text}.`,
    around: (square: string, found: string[]) => `From ${square}: ${found.length === 0 ? 'nothing' : found.join(', ')}.`,
    moves: (square: string, targets: string[]) => `${square} goes to ${targets.length === 0 ? 'no square' : targets.join(', ')}.`,
    captures: (square: string, targets: string[]) => `${square} captures on ${targets.length === 0 ? 'no square' : targets.join(', ')}.`,
    noPiece: (square: string) => `You have no piece on ${square}.`,
    lastMove: (text: string) => `Last move, ${text}.`,
    lastCapture: (text: string) => `Last capture, ${text}.`,
    noMove: 'No move has been played.',
    noCapture: 'Nothing has been captured.',
    clock: (color: Color, name: string | null, ms: number, isRunning: boolean) => {
      const left = Math.max(0, Math.floor(ms / 1000));
      const [hours, minutes, seconds] = [Math.floor(left / 3600), Math.floor(left / 60) % 60, left % 60];
      const parts = [hours > 0 ? `${hours} h` : '', minutes > 0 ? `${minutes} min` : '', `${seconds} s`].filter((part) => part !== '');
      return `${name ?? side(color)}: ${parts.join(' ')}${isRunning ? ', running' : ''}.`;
    },
    noClocks: 'This game has no clocks.',
    turn: (color: Color) => `${side(color)} to move.`,
    captured: (color: Color, name: string | null, names: string[]) => `${name ?? side(color)} has captured: ${names.length === 0 ? 'nothing' : names.join(', ')}.`,
    premoves: (moves: string[]) => (moves.length === 0 ? 'No premoves.' : `Premoves: ${moves.join(', ')}.`),
    premove: (move: string) => `Premove ${move} set.`,
    cancelled: 'Premoves cancelled.',
    played: (move: string) => `${move}.`,
    sure: (question: string) => `${question} Type yes or no.`,
    two: (text: string) => `${text} Type accept or decline, then draw or takeback.`,
    promoteTo: 'Queen, rook, bishop or knight? Type one.',
    done: 'Done.',
    cant: 'That can’t be done now.',
    several: (squares: string[]) => `Several pieces can go there: name ${squares.join(' or ')}.`,
    noSuchMove: (text: string) => `None of your pieces can do that: ${text}.`,
    notNow: 'You can’t move now.',
    unknown: (text: string) => `Not understood: ${text}. Type help for a list.`,
    offered: (text: string) => text,
    help: 'The list of keys and commands is open.',
  },
  /** What may be typed instead of the English words, in lower case. */
  vocabulary: {} as Record<string, string>,
};

export default board;

declare module '../dictionary' {
  interface Parts {
    board: Worded<typeof board>;
  }
}
