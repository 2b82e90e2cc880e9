// SPDX-License-Identifier: AGPL-3.0-or-later
// The English texts of pages around boards: watching, the board editor, over the board, and what follows a game.
import type { Color, GameResult, Speed, Termination } from '../../platform/protocol';

const sides: Record<Color, string> = { white: 'White', black: 'Black' };

export const boards = {
  speeds: {
    bullet: 'Bullet',
    blitz: 'Blitz',
    rapid: 'Rapid',
    classical: 'Classical',
    correspondence: 'Correspondence',
  } satisfies Record<Speed, string>,

  watch: {
    title: 'Watch',
    none: 'Nobody is playing with a clock right now. Start a game, and it is shown here.',
    failed: 'The running games can’t be loaded right now. Trying again.',
    card: (white: string, black: string) => `${white} – ${black}`,
    tv: (name: string) => `${name} live`,
    notPlaying: (name: string) => `${name} is not playing right now.`,
    waiting: 'The next game is shown here as soon as it begins.',
    profile: 'Profile',
    unknown: 'No such player',
    unknownHint: 'Nobody here has this name.',
  },

  after: {
    title: 'The game is over',
    /** The heading for everybody else. */
    theirs: (result: GameResult, termination: Termination): string =>
      result === 'aborted' && termination === 'unknown'
        ? 'Unfinished game'
        : ({ white_wins: 'White won', black_wins: 'Black won', draw: 'Draw', aborted: 'The game was aborted' })[result],
    score: (name: string, other: string, own: number, theirs: number) =>
      `${name} ${points(own)} – ${points(theirs)} ${other}`,
    scoreTitle: 'Score of your games',
    times: 'Time for each move',
    timesOf: (side: string, total: string, longest: string) => `${side}: ${total} in all, longest ${longest}`,
  },

  share: {
    title: 'Share',
    link: 'Link',
    position: 'This position',
    game: 'The whole game',
    picture: 'Picture',
    animation: 'Animation',
    qr: 'QR code of the link',
    private: 'This game is private: only its players and staff can open the link.',
  },

  import: {
    title: 'Import a game',
    pgn: 'Game in PGN',
    hint: 'Paste it, or drop a file here. Of several games the first is shown.',
    file: 'Choose a file',
    privateHint: 'Only you can see it.',
    side: 'Your side of the board',
    action: 'Look at it',
    nothing: 'Paste a game first.',
    tooLarge: 'This file is larger than 256 kB. Take one game out of it.',
    unreadable: 'This file can’t be read.',
  },

  editor: {
    title: 'Board editor',
    tools: 'What a press on a square does',
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
    remarks: 'No game reaches this, but one can begin here:',
    friend: 'Play a friend',
    computer: 'Play the computer',
    overTheBoard: 'Over the board',
    picture: 'Picture',
    keys: 'Keys on a square: K Q R B N P put a piece of the side chosen last, Delete empties it.',
  },

  otb: {
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
    open: 'Open the saved game',
    again: 'Another game',
    leave: 'Give this game up',
    ask: { leave: 'Forget this game?', yes: 'Yes, forget it' },
  },
};
export default boards;

/** `2½`, `½`, `3`. */
function points(halves: number): string {
  const whole = Math.floor(halves / 2);
  if (halves % 2 === 0) return String(whole);
  return whole === 0 ? '½' : `${whole}½`;
}

declare module '../dictionary' {
  interface Parts {
    boards: Worded<typeof boards>;
  }
}
