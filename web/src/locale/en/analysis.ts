// SPDX-License-Identifier: AGPL-3.0-or-later
// The English texts of the analysis board.
import type { Color, PieceOn } from '../../platform/protocol';
import { forms } from '../forms';
import { en as texts } from './index';

const { roles, sides } = texts;
const { plural, number } = forms('en-GB');

export const analysis = {
  title: 'Analysis',
  titleOf: (white: string, black: string) => `Analysis: ${white} – ${black}`,
  missing: 'There’s no such game, or you may not see it.',
  running: 'This game is still being played. You can analyse it when it is over.',
  toGame: 'To the game',
  toBoard: 'To the analysis board',
  failed: 'The game can’t be loaded. Check your connection, then try again.',
  moves: 'Moves',
  none: 'Move a piece to begin.',
  undo: 'Undo',
  redo: 'Redo',
  backToGame: 'Back to the game',
  endLesson: 'End the lesson',
  gone: 'That move was deleted on this board. Undo brings it back, or “Discard my changes” in the menu.',
  lookingBack: 'You are looking back. Go on to the last move to play.',
  toMove: (color: Color) => `${sides[color]} to move.`,
  inCheck: (color: Color) => `${sides[color]} is in check.`,
  inVariation: 'You are in a variation.',
  badLink: 'The position in this link can’t be read.',
  badLine: 'The rest of this link’s line isn’t legal.',
  longLine: (moves: number) => `The page’s address holds only the first ${number(moves)} moves of this line. Copy the PGN to share all of it.`,
  asChess960: 'These rights to castle exist only in Chess960, so the position is set up as one of Chess960.',
  replacing: (move: string) => `Play the move that replaces ${move}. What follows stays where it is legal.`,
  lost: (count: number) => plural(count, { one: '# move was no longer legal and is gone. Undo brings it back.', other: '# moves were no longer legal and are gone. Undo brings them back.' }),
  rewritten: 'A comment in a PGN can’t hold { }, [% or line breaks. They were written as ( ), [ % and spaces.',
  tooLarge: 'This analysis is too large to be kept in the browser. Copy its PGN before you close the page.',
  littleRoom: (left: number, next: string | null) => `There’s little room left in this browser. ${left > 0 ? `After ${number(left)} more games` : 'Soon'} the oldest analysis goes: ${next ?? 'one of another account'}. To keep it, copy its PGN.`,
  forgotten: (title: string | null) => `There was no room left in this browser, so its oldest analysis is gone: ${title ?? 'one of another account'}.`,
  elsewhere: 'This board was changed in another tab. Undo brings back what stood here.',
  claims: {
    threefold_repetition: 'The position stands for the third time, so a draw may be claimed.',
    fifty_moves: '50 moves without a capture or a pawn move, so a draw may be claimed.',
  },
  outcomes: {
    checkmate: 'Checkmate.',
    stalemate: 'Stalemate: draw.',
    insufficient_material: 'Neither side can mate: draw.',
    fivefold_repetition: 'The position stood five times: draw.',
    seventy_five_moves: '75 moves without a capture or a pawn move: draw.',
  } as Record<string, string>,

  engine: 'Engine',
  lines: 'Lines',
  threat: 'Show threat',
  noThreat: 'In check there’s no threat to show.',
  threatIs: (move: string) => `Threat: ${move}`,
  endless: 'Keep thinking',
  best: 'Arrow for the best move',
  others: 'Arrows for other moves',
  depth: (depth: number) => `Depth ${depth}`,
  nodes: (count: number) => `${count < 1e6 ? `${number(Math.round(count / 1e3))} k` : `${number(count / 1e6, 1)} M`} nodes`,
  thinking: 'Thinking',
  trouble: {
    rules: 'The rules of chess haven’t loaded, so pieces can’t be moved yet.',
    unavailable: 'The engine can’t be started here.',
    net: 'The engine’s data didn’t load. Turn it off and on to try again.',
    broken: 'The engine stopped. Turn it off and on to try again.',
  },
  banned: 'You are playing a game, so the engine is off until it ends.',
  near: 'This position belongs to a correspondence game that you are playing, or can still arise there, so the engine is off here.',
  thatGame: 'Open that game',
  play: (moves: string) => `Play ${moves}`,
  /** The game is over on the board. */
  over: (winner: Color | null) => (winner ? `${sides[winner]} has won` : 'Draw'),
  /** `White is better, +1.3`. */
  stands: (kind: 'even' | 'slight' | 'better' | 'winning' | 'mate', side: Color, figure: string, moves: number): string => {
    switch (kind) {
      case 'even':
        return `Even, ${figure}`;
      case 'slight':
        return `${sides[side]} is slightly better, ${figure}`;
      case 'better':
        return `${sides[side]} is better, ${figure}`;
      case 'winning':
        return `${sides[side]} is winning, ${figure}`;
      case 'mate':
        return `${sides[side]} mates in ${moves}`;
    }
  },

  promote: 'Promote variation',
  makeMain: 'Make main line',
  replace: 'Replace move',
  remove: 'Delete from here',
  nullMove: 'Null move',
  copyLine: 'Copy line',
  clearAnnotations: 'Clear all annotations',
  clearVariations: 'Delete all variations',
  fold: 'Fold or unfold variation',

  annotate: 'Annotate',
  comment: 'Comment after the move',
  commentStart: 'Comment on the game',
  before: 'Comment before the move',
  glyphs: 'Glyphs',
  glyph: {
    1: 'Good move',
    2: 'Mistake',
    3: 'Brilliant move',
    4: 'Blunder',
    5: 'Interesting move',
    6: 'Dubious move',
    7: 'Only move',
    22: 'Zugzwang',
    10: 'Equal',
    13: 'Unclear',
    14: 'White is slightly better',
    15: 'Black is slightly better',
    16: 'White is better',
    17: 'Black is better',
    18: 'White is winning',
    19: 'Black is winning',
    146: 'Novelty',
    32: 'Lead in development',
    36: 'Initiative',
    40: 'Attack',
    132: 'Counterplay',
    138: 'Time trouble',
    44: 'Compensation',
    140: 'With the idea',
  } as Record<number, string>,

  position: 'Position',
  setUp: 'Set up',
  start: 'Starting position',
  editor: 'Board editor',
  pgn: 'PGN',
  import: 'Import',
  importTitle: 'Import PGN',
  importText: 'Game in PGN, or a FEN',
  importHint: 'Variations, comments, arrows, clocks and evaluations are kept. It replaces what’s on the board; Undo brings that back.',
  importNone: 'Paste a game first.',
  importMore: (count: number) => `The text holds more games; these are the first ${count}. To open a later one, paste it on its own.`,
  importTooLarge: 'That’s more than 1 MB. Paste one game.',
  importFile: 'Choose a file',
  /** Once a fault was said: what follows it is left out. */
  importRest: 'Open what can be read',
  unreadable: 'This file can’t be read.',
  problem: (line: number, column: number, message: string) => `Line ${line}, column ${column}: ${message}`,
  which: 'Which game?',
  save: 'Save as a game',
  saveTitle: 'Save as a game',
  saveHint: 'The main line becomes a game on this server, with names and result. Variations and comments stay here.',
  white: 'White',
  black: 'Black',
  event: 'Event',
  date: 'Date',
  result: 'Result',
  resultOpen: 'Not known',
  private: 'Private',
  privateHint: 'Only you can see it.',
  side: 'You played',
  noMoves: 'There are no moves to save yet.',
  discard: 'Discard my changes',
  facts: 'Game',

  linkTitle: 'Open the linked line?',
  linkHint: 'Your board has moves on it. The line from the link takes their place; Undo brings them back.',
  linkOpen: 'Open the line',
  linkKeep: 'Keep my board',
  hidden: (count: number) => `Rows hidden: ${number(count)}. Show them`,

  practise: 'Practise from here',
  practiseTitle: 'Practise from here',
  practiseHint: 'You play on against the computer. Nothing of it is saved, and it works offline.',
  level: 'Level',
  levelOf: (level: number) => `Level ${level}`,
  youPlay: 'You play',
  begin: 'Begin',
  stop: 'Stop practising',
  keepLine: 'Keep this line',
  dropLine: 'Don’t keep it',
  stopTitle: 'Keep the line you played?',
  stopHint: 'It becomes a variation on your board.',
  overHere: 'The game is over in this position, so there is nothing to practise.',
  hint: 'Hint',
  takeBack: 'Take back',
  yourMove: 'Your move.',
  theirMove: 'The computer is thinking.',
  hintPiece: ({ role, square }: PieceOn) => `Move the ${roles[role]} on ${square}.`,
  hintMove: (san: string) => `Play ${san}.`,

  keys: 'Keys',
  keyList: [
    ['← →', 'one move back or on'],
    ['↑ ↓', 'at a fork another next move, else first or last position'],
    ['Shift ← →', 'fork before or after this one'],
    ['Shift ↑ ↓', 'another move in place of this one'],
    ['Ctrl Z, Ctrl Y', 'undo, redo'],
    ['Ctrl', 'fold or unfold the variation'],
    ['Space', 'play the engine’s best move'],
    ['L', 'engine on or off'],
    ['X', 'show threat'],
    ['A V', 'arrows for the best move, for other moves'],
    ['1–6', 'glyphs: good move, mistake and so on'],
    ['C', 'comment'],
    ['F D S', 'flip, draw, settings'],
    ['Del', 'delete from here'],
    ['Right-drag', 'draw an arrow; a right-click draws a circle'],
    ['Shift or Ctrl', 'with it in red; Alt in blue, both in yellow'],
  ] as const,
  drawNote: 'In Firefox, Shift and a right-click open its own menu, so use Ctrl there. Chrome, Edge and Safari accept both.',
};
export default analysis;

declare module '../dictionary' {
  interface Parts {
    analysis: Worded<typeof analysis>;
  }
}
