// SPDX-License-Identifier: AGPL-3.0-or-later
// The English texts that every page needs. Sentence case, short, plain.
import type {
  Claim,
  ClockControlView,
  Color,
  GameResult,
  PlayerView,
  RatingChanges,
  RatingView,
  Role,
  Square,
  Termination,
  TimeControlView,
  Variant,
} from '../../../platform/protocol';
import { clockFace, shortMinutes } from '../../../platform/time';
import { forms } from '../../forms';
import { nato, type Speech } from '../../nato';
import { ending } from './ending';

const { date, list, moment, number, plural, time } = forms('en-GB');

const sides: Record<Color, string> = { white: 'White', black: 'Black' };

const roles: Record<Role, string> = {
  pawn: 'pawn',
  knight: 'knight',
  bishop: 'bishop',
  rook: 'rook',
  queen: 'queen',
  king: 'king',
};

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** One side's clock: `5+3`, `5 min, 3 s delay`. */
function clock(view: ClockControlView): string {
  const minutes = shortMinutes(view.initial_ms);
  if ('delay_ms' in view) return `${minutes} min, ${seconds(view.delay_ms)} s delay`;
  if ('bronstein_ms' in view) return `${minutes} min, ${seconds(view.bronstein_ms)} s Bronstein`;
  return `${minutes}+${seconds(view.increment_ms)}`;
}

const seconds = (ms: number): number => Math.round(ms / 1000);

/** By what a player won, as it follows "You won". */
const wonBy: Partial<Record<Termination, string>> = {
  checkmate: 'by checkmate',
  resignation: 'by resignation',
  arbiter_decision: 'by the arbiter’s decision',
  time_forfeit: 'on time',
  abandonment: 'because your opponent left',
};

/** The same for a loss. */
const lostBy: Partial<Record<Termination, string>> = { ...wonBy, abandonment: 'because you left' };

export const texts = {
  /** How the language is written: `ltr` from left to right, `rtl` from right to left. */
  direction: 'ltr' as 'ltr' | 'rtl',
  name: 'Tabiya',
  sides,
  roles,
  roleNames: Object.fromEntries(Object.entries(roles).map(([role, name]) => [role, capital(name)])) as Record<Role, string>,

  /** `white knight`. */
  pieceName: (color: Color, role: Role): string => `${sides[color].toLowerCase()} ${roles[role]}`,

  /** The pieces' letters in moves as the language writes them. Moves show them only where the person wants that. */
  pieceLetters: { K: 'K', Q: 'Q', R: 'R', B: 'B', N: 'N' },

  page: {
    loading: 'Loading',
    away: 'No server in reach.',
    awayHint: 'Check your connection; this page tries again by itself.',
    again: 'Try again',
    blocked: 'Live games are blocked.',
    blockedHint: (host: string) =>
      `No game can run here. Ask whoever runs this network to allow WebSockets to ${host} (path /api/socket).`,
    failedTitle: 'This page can’t be loaded',
    failed: 'Check your connection, then reload the page.',
    unknownTitle: 'Page not found',
    unknown: 'There’s nothing at this address.',
    toHome: 'Go to the start page',
    sourceOf: (commit: string) => (commit ? `Source ${commit.slice(0, 7)}` : 'Source'),
    licences: 'Licences',
    api: 'API',
    useDark: 'Use dark colours',
    useLight: 'Use light colours',
    soundOn: 'Turn sound off',
    soundOff: 'Turn sound on',
    saved: 'Saved',
    rules: 'Site rules',
    share: 'Share this site',
    announcement: 'Announcement',
    pages: 'Pages',
    /** The bar above every page while a clock of one's own game runs; `clock` is empty where there is none yet. */
    running: 'Your running game',
    yourMove: (clock: string) => (clock ? `Your move, ${clock}` : 'Your move'),
    against: (name: string) => `against ${name}`,
    turnOf: (name: string) => `${name}’s turn`,
    toGame: 'Back to the game',
  },

  account: {
    register: 'Register',
    logIn: 'Log in',
    logOut: 'Log out',
  },

  setup: {
    cancel: 'Cancel',
  },

  /** Refused calls by the server's code. For a code that is missing here the server's own sentence is shown. */
  errors: {
    unreachable: 'The server can’t be reached. Check that it’s running, then try again.',
    failed: 'That didn’t work. Try again.',
    too_many_games: 'You have too many unfinished games. Finish or abort one before you start another.',
    opponent_has_too_many_games: 'The other player has too many games to start another now.',
    opponent_paused: 'The other player can’t start a rated game now. You can play a casual one.',
    stopping: 'The server is restarting. Try again in a moment.',
    storage: 'The server couldn’t save this. Try again, or tell whoever runs this site.',
    busy: 'The server is busy. Try again.',
  } as Record<string, string>,
  /** Guests have had too much stored today. */
  storedEnough: (hours: number) =>
    `Guests at this address have saved enough games for today. Log in, or try again in ${hours} h.`,
  /** Refused for a while. */
  waitFor: (seconds: number) =>
    `Too many attempts. Try again in ${seconds < 90 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`}.`,

  player: {
    name: (player: PlayerView): string => {
      switch (player.kind) {
        case 'open':
          return 'Open seat';
        case 'player':
          return player.title === null ? player.name : `${player.title} ${player.name}`;
        case 'ghost':
          return 'Closed account';
        case 'guest':
          return player.name;
        case 'computer':
          return `Computer, level ${player.level}${player.version === undefined ? '' : ` (version ${player.version} of the levels)`}`;
      }
    },
    /** `1534`, `1534?` for a rating that rests on few games. */
    rating: ({ points, provisional }: RatingView): string => (provisional ? `${points}?` : String(points)),
    /** As it begins a sentence. */
    theComputer: 'The computer',
    you: 'you',
    /** Beside the name of the side to move, where there are no clocks. */
    toMove: 'To move',
    online: 'online',
    offline: 'away',
    captured: (names: string[]) => `Captured: ${list(names)}`,
    ahead: (points: number) => `+${points}`,
    clock: (side: string) => `${side}’s clock`,
    delay: (seconds: number) => `Delay ${seconds}\u00a0s`,
  },

  time: {
    /** `5+3`, `5 min, 3 s delay`, `White 1+0, Black 5+3`, `3 days per move`. */
    control: (time: TimeControlView | null): string => {
      if (!time) return 'No time limit';
      if ('days' in time) return plural(time.days, { one: '# day per move', other: '# days per move' });
      if ('white' in time) return `White ${clock(time.white)}, Black ${clock(time.black)}`;
      return clock(time);
    },
  },

  /** A day, a moment of a day, and a time of day. */
  when: { date, moment, time },

  game: {
    title: (white: string, black: string) => `${white} – ${black}`,
    board: 'Board',
    square: (square: Square, color: Color | null, role: Role | null) =>
      color && role ? `${square}, ${sides[color].toLowerCase()} ${roles[role]}` : `${square}, empty`,
    /** A square with a piece on it that waits for its move: `c6, empty, premove knight`. */
    ghost: (square: string, role: Role) => `${square}, premove ${roles[role]}`,
    missingTitle: 'No such game',
    missing: 'The link may be incomplete. Ask whoever sent it.',
    outdated: 'The server has been updated. Reload the page to carry on.',
    moves: 'Moves',
    noMoves: 'No moves yet.',
    variation: (san: string) => `Variation ${san}`,
    first: 'First position',
    previous: 'Previous move',
    next: 'Next move',
    last: 'Last move',
    flip: 'Flip board',
    draw: 'Arrows and circles',
    zen: 'Zen',
    size: 'Board size',
    secondsLeft: (seconds: number) => `${seconds} seconds left.`,
    command: 'Move or command',
    commandHint: 'Move or command, ? for help',
    cancelPremoves: 'Cancel premoves',
    /** Asked before a move is played, where the settings want it. */
    playMove: (from: Square, to: Square) => `Play ${from}–${to}?`,
    playIt: 'Play',
    takeItBack: 'Take back',
    resign: 'Resign',
    offerDraw: 'Offer draw',
    claimDraw: 'Claim draw',
    abort: 'Abort game',
    rematch: 'Rematch',
    newGame: 'New game',
    newOpponent: 'New opponent',
    accept: 'Accept',
    decline: 'Decline',
    cancel: 'Cancel',
    /** Each question, and the button that says yes. */
    ask: {
      resign: { question: 'Resign this game?', yes: 'Yes, resign' },
      abort: { question: 'Abort this game?', yes: 'Yes, abort' },
      draw: { question: 'Offer a draw?', yes: 'Yes, offer' },
    },
    offers: (name: string) => `${name} offers a draw.`,
    asksTakeback: (name: string) => `${name} asks for a takeback.`,
    acceptDraw: 'Accept draw',
    declineDraw: 'Decline draw',
    acceptTakeback: 'Accept takeback',
    acceptRematch: 'Accept rematch',
    declineTakeback: 'Decline takeback',
    proposeTakeback: 'Propose takeback',
    takebackProposed: 'Takeback proposed',
    showOffer: 'Show offer',
    giveTime: 'Give time',
    more: 'More',
    nextGame: 'Next game',
    rematchDeclined: (name: string) => `${name} declined the rematch.`,
    /** What happened beside the moves. */
    news: (kind: 'draw_declined' | 'takeback_declined' | 'taken_back' | 'time_given', name: string, isYours: boolean): string => {
      switch (kind) {
        case 'draw_declined':
          return `${name} declined the draw.`;
        case 'takeback_declined':
          return `${name} declined the takeback.`;
        case 'taken_back':
          return isYours ? 'Your move was taken back.' : `${name}’s move was taken back.`;
        case 'time_given':
          return isYours ? 'You gave 15 seconds.' : `${name} gave you 15 seconds.`;
      }
    },
    computerDeclines: 'The computer declined the draw.',
    premoveDropped: (uci: string, why: string) => `Premove ${uci.slice(0, 2)}–${uci.slice(2, 4)} dropped: ${why}`,
    offered: 'Draw offered',
    cancelOffer: 'Cancel',
    cancelRematch: 'Cancel rematch',
    rematchAsked: (name: string) => `You offered ${name} a rematch.`,
    rematchGone: (name: string) => `${name} has left. Your rematch offer still stands.`,
    rematchInvites: (name: string) => `${name} would like a rematch.`,
    rematchLeft: (name: string) => `${name} wanted a rematch, but has left.`,
    rematchReady: 'Go to the rematch',
    promote: 'Promote to',
    you: (color: Color) => `You play ${sides[color]}`,
    watching: 'You’re watching',
    private: 'Private',
    overTheBoard: 'Two players, one screen',
    /** `1 watching`, `2 watching: eve, zoe`, `3 watching, including eve`. */
    watchers: (count: number, names: string[]) => {
      const who = names.length > 0 ? `${names.length < count ? ', including ' : ': '}${names.join(', ')}` : '';
      return `${number(count)} watching${who}`;
    },
    rated: 'Rated',
    variants: { standard: 'Standard', chess960: 'Chess960' } satisfies Record<Variant, string>,
    fromPosition: 'From a set position',
    share: 'Share',
    copyLink: 'Copy link',
    copyFen: 'Copy FEN',
    copyPgn: 'Copy PGN',
    copied: 'Copied',
    copyFailed: 'Copy this text',
    report: (name: string) => `Report ${name}`,
    downloadPgn: 'Download PGN',
    details: 'Game',
    chat: 'Chat',
    newMessages: (count: number) => plural(count, { one: '# new message', other: '# new messages' }),
  },

  seat: {
    waitingTitle: 'Waiting for your friend',
    link: 'Game link',
    copy: 'Copy',
    qr: 'QR code of the link',
    howTo: 'Send this link. The game starts when your friend joins.',
    ownBrowser: 'You already have a seat in this browser. To try the link, use a private window.',
    loopback: 'This link only works on this computer: the server isn’t open to your network yet.',
    lan: 'On your network',
    joinTitle: (name: string) => `${name} has invited you to play`,
    joinAnyTitle: 'You’ve been invited to a game',
    joinTerms: (color: Color, time: string, rated: boolean) =>
      `You play ${sides[color]}. ${time}.${rated ? ' The game is rated.' : ''}`,
    joinNeedsAccount: 'This game is rated: log in or register to join it.',
    join: 'Join game',
  },

  link: {
    connecting: 'Connecting',
    toGame: 'Connecting to the game…',
    online: 'Online',
    lost: 'Reconnecting',
    lostAsPlayer: 'Connection lost. Reconnecting: any move you make now will be sent then.',
    lostElse: 'Connection lost. Reconnecting.',
  },

  status: {
    waiting: 'Waiting for an opponent.',
    yourMove: 'Your move.',
    yourCheck: 'You’re in check.',
    yourClaim: (claim: Claim) =>
      claim === 'fifty_moves'
        ? 'Your move. Fifty-move rule: you can claim a draw.'
        : 'Your move. Threefold repetition: you can claim a draw.',
    yourMoveTitle: 'Your move',
    firstMove: (name: string, isYours: boolean, ms: number) => {
      const left = clockFace(Math.max(ms, 10_000)).figures;
      return isYours ? `You have ${left} to make your first move.` : `${name} has ${left} to make the first move.`;
    },
    toMove: (name: string) => `${name}’s turn.`,
    watching: (name: string) => `${name}’s turn. You’re watching.`,
    inCheck: (name: string) => `${name} is in check.`,
    thinking: 'The computer is thinking.',
    restarted: (name: string) => `The server was away for a moment. ${name} lost no time.`,
    reviewing: (number: number, color: Color, san: string) =>
      `After ${number}${color === 'white' ? '.' : '…'} ${san}.`,
    reviewingStart: 'Starting position.',
    backToNow: 'Back to the game',
  },

  absence: {
    /** `claimIn` in seconds, 0 = now; null for who watches. In steps of five, so that nobody is read a countdown. */
    left: (name: string, claimIn: number | null) => {
      if (claimIn === null) return `${name} has left.`;
      if (claimIn === 0) return `${name} has left. You can claim the game.`;
      return `${name} has left. You can claim the game in ${Math.ceil(claimIn / 5) * 5} s.`;
    },
    /** What the tab's title says. */
    leftTitle: (name: string) => `${name} has left`,
    claimTitle: (name: string) => `${name} has left: you can claim`,
    claimWin: 'Claim win',
    claimDraw: 'Claim draw',
  },

  lag: {
    title: 'Connection',
    columns: ['Average', 'Longest', 'Given back', 'Left'],
    span: (ms: number | null) => (ms === null ? '–' : ms < 1000 ? `${ms} ms` : `${number(ms / 1000, 1)} s`),
    hint: 'The server gives back time lost to the network.',
  },

  ending,

  /** What a rated game changed: `Anna 1512 (+12), Ben 1488 (−12).` */
  ratingChanges: ({ white, black }: RatingChanges, you: Color | null, names: Record<Color, string>): string => {
    const change = (before: number, after: number) => (after < before ? `−${before - after}` : `+${after - before}`);
    const side = (color: Color) => {
      const { before, after, provisional } = color === 'white' ? white : black;
      return `${after}${provisional ? '?' : ''} (${change(before, after)})`;
    };
    return you ? `Your rating: ${side(you)}.` : `${names.white} ${side('white')}, ${names.black} ${side('black')}.`;
  },

  /** How it ended for one of its players, as a heading: `You won by checkmate`. Draws have no side. */
  outcomeFor: (you: Color, result: GameResult, termination: Termination): string => {
    if (result === 'draw') return 'Draw';
    if (result === 'aborted') return termination === 'unknown' ? 'Unfinished game' : 'The game was aborted';
    const isWon = result === (you === 'white' ? 'white_wins' : 'black_wins');
    return `${isWon ? 'You won' : 'You lost'} ${(isWon ? wonBy : lostBy)[termination] ?? ''}`.trim();
  },

  results: { white_wins: '1–0', black_wins: '0–1', draw: '½–½', aborted: '–' } satisfies Record<GameResult, string>,

  /** What a screen reader says after a move. */
  announce: (color: Color, san: string, style: Speech = 'words'): string => `${sides[color]}: ${speak(san, style)}`,
};

function speak(san: string, style: Speech = 'words'): string {
  if (style === 'san') return san;
  return style === 'nato' ? nato(spoken(san)) : spoken(san);
}

const SPOKEN: Record<string, string> = { N: 'knight', B: 'bishop', R: 'rook', Q: 'queen', K: 'king' };

/** `Nxe5+` → "knight takes e5, check". */
function spoken(san: string): string {
  const end = san.endsWith('#') ? ', checkmate' : san.endsWith('+') ? ', check' : '';
  const bare = san.replace(/[+#]$/, '');
  if (bare === 'O-O') return `castles king side${end}`;
  if (bare === 'O-O-O') return `castles queen side${end}`;
  const words = bare
    .replace(/=([NBRQ])$/, (_, letter: string) => ` promotes to ${SPOKEN[letter] ?? letter}`)
    .replace(/^[NBRQK]/, (letter) => `${SPOKEN[letter] ?? letter} `)
    .replace('x', ' takes ');
  return words.replace(/\s+/g, ' ').trim() + end;
}
