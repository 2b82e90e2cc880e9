// SPDX-License-Identifier: AGPL-3.0-or-later
// The field for moves and commands, and the keys on the board. Fetched when somebody first types or walks there.
import { nextOf } from '../board/survey';
import { bare, movesOf, promotionNamed, readMove, sanOf, type Typed } from '../board/typed';
import { ends, uciOf, written } from '../board/moves';
import type { Tools } from '../board/tools.svelte';
import { t } from '../locale';
import type { Role, Square } from '../platform/protocol';
import { settings } from '../platform/settings.svelte';
import * as asking from './asking';
import type { Chat } from './chat/chat.svelte';
import { type Deed, deedsOf } from './deeds';
import { destinationsIn, expectedPieces } from './expected';
import type { Game } from './game.svelte';
import { offersOf, type Offer } from './offer';
import { ask, confirm, type Question } from './page';
import { inEnglish, readings } from './vocabulary';

/** What the commands work on. */
export interface Place {
  game: Game;
  tools: Tools;
  /** What is said beside the game; null where there is no chat. */
  chat: () => Chat | null;
  /** The question that waits for a yes. */
  asked: () => Question | null;
  setAsked: (question: Question | null) => void;
}

const ROLES: Record<string, Role> = { k: 'king', q: 'queen', r: 'rook', b: 'bishop', n: 'knight', p: 'pawn' };
const roleOf = (text: string): Role | null => ROLES[text] ?? Object.values(ROLES).find((role) => text === role || text === `${role}s`) ?? null;
const isSquare = (text: string): boolean => /^[a-h][1-8]$/.test(text);

/** Asks first where the settings want it, and says what came of it. */
function question(place: Place, what: Question, mayNow: boolean): string {
  if (!mayNow) return t.board.say.cant;
  place.setAsked(ask(place.game, what));
  return place.asked() ? t.board.say.sure(t.game.ask[what].question) : t.board.say.done;
}

/** `which` names the question where the opponent asks two. */
function answer(place: Place, yes: boolean, which?: Offer['question']): string | null {
  const { game } = place;
  const asked = place.asked();
  if (asked) {
    if (yes) confirm(game, asked);
    place.setAsked(null);
    return t.board.say.done;
  }
  if (game.unsure !== null) {
    game.sure(yes);
    return t.board.say.done;
  }
  const offers = offersOf(game).filter(({ question }) => which === undefined || question === which);
  // Which one is meant, nobody can tell.
  if (offers.length > 1) return t.board.say.two(offers.map(({ text }) => text).join(' '));
  const given = offers[0]?.answers[yes ? 0 : 1];
  given?.act();
  return given || answerRematch(game, yes) ? t.board.say.done : null;
}

/** Says whether the opponent has asked for a rematch. */
function answerRematch(game: Game, yes: boolean): boolean {
  const { offeredBy } = game.rematch;
  if (game.you === null || offeredBy !== game.opponent || game.rematch.game !== null) return false;
  if (yes) game.askRematch();
  else game.order({ type: 'decline_rematch' });
  return true;
}

/** Claims the game of an opponent who has left. */
function claimLeft(game: Game, claim: 'win' | 'draw'): string | null {
  const absence = game.absence.shown;
  if (absence?.claimIn !== 0 || game.you === null || absence.by === game.you) return null;
  game.order({ type: 'claim_left', claim });
  return t.board.say.done;
}

/** Claims a draw by the rules. */
function claimDraw(game: Game): string | null {
  if (!game.situation?.claim || !game.isYourTurn) return null;
  game.order({ type: 'claim_draw' });
  return t.board.say.done;
}

/** What the menu of the game offers. */
function deed({ game }: Place, kind: Deed['kind']): string | null {
  const found = deedsOf(game).find((one) => one.kind === kind && !one.isOff);
  if (!found || !game.isPlaying || game.you === null) return null;
  found.act();
  return t.board.say.done;
}

/** Opens the table of keys and commands beside the board. */
function help({ tools }: Place): string {
  tools.panel = 'keys';
  return t.board.say.help;
}

/** The commands of one word. */
const WORDS: Record<string, (place: Place) => string | null> = {
  help,
  '?': help,
  clock: ({ game }) => asking.sayClocks(game),
  clocks: ({ game }) => asking.sayClocks(game),
  last: ({ game }) => asking.sayLastMove(game),
  turn: ({ game }) => asking.sayTurn(game),
  captured: ({ game }) => asking.sayCaptured(game),
  captures: ({ game }) => asking.sayCaptured(game),
  premoves: ({ game }) => asking.sayPremoves(game),
  opponent: ({ game }) => asking.sayOpponent(game),
  yes: (place) => answer(place, true),
  no: (place) => answer(place, false),
  accept: (place) => answer(place, true),
  decline: (place) => answer(place, false),
  resign: (place) => question(place, 'resign', place.game.isPlaying && place.game.you !== null),
  abort: (place) => question(place, 'abort', place.game.situation?.can_abort ?? false),
  draw: (place) => {
    const { game } = place;
    const offer = game.situation?.draw_offer ?? null;
    if (offer !== null && offer !== game.you) return answer(place, true, 'draw');
    return question(place, 'draw', game.isPlaying && game.you !== null && offer === null);
  },
  takeback: (place) => deed(place, 'takeback'),
  time: (place) => deed(place, 'time'),
  claim: ({ game }) => claimLeft(game, 'win') ?? claimDraw(game),
  rematch: ({ game }) => {
    if (game.situation?.status.kind !== 'ended' || !game.you) return null;
    game.askRematch();
    return t.board.say.done;
  },
  cancel: ({ game }) => {
    if (game.premoves.length === 0) return t.board.say.premoves([]);
    game.setPremoves([]);
    return t.board.say.cancelled;
  },
  flip: ({ tools }) => (tools.flip(), t.board.say.done),
  zen: ({ tools }) => (tools.toggleZen(), t.board.say.done),
  back: ({ game }) => (game.line.review(game.line.ply - 1), asking.sayLastMove(game)),
  on: ({ game }) => (game.line.review(game.line.ply + 1), asking.sayLastMove(game)),
  first: ({ game }) => (game.line.review(0), asking.sayLastMove(game)),
  end: ({ game }) => (game.line.review(game.line.moves.length), asking.sayLastMove(game)),
};

/** The words that answer a question, and whether they say yes. */
const ANSWERS: Record<string, boolean> = { yes: true, accept: true, no: false, decline: false };

/** The commands with a word behind them. */
function twoWords(place: Place, verb: string, what: string): string | null {
  const { game } = place;
  const role = roleOf(what);
  const yes = ANSWERS[verb];
  if (yes !== undefined && (what === 'draw' || what === 'takeback')) return answer(place, yes, what) ?? t.board.say.cant;
  if (verb === 'claim' && what === 'win') return claimLeft(game, 'win') ?? t.board.say.cant;
  if (verb === 'claim' && what === 'draw') return claimLeft(game, 'draw') ?? claimDraw(game) ?? t.board.say.cant;
  if (['p', 'pieces', 'where'].includes(verb) && role) return asking.sayPieces(game, role);
  if (['s', 'scan'].includes(verb) && /^[a-h1-8]$/.test(what)) return asking.sayLine(game, what);
  if (['o', 'square'].includes(verb) && isSquare(what)) return asking.saySquare(game, what);
  if (['m', 'moves'].includes(verb) && isSquare(what)) return asking.sayMoves(game, what, false);
  return null;
}

/** How many lines of the chat are read out. */
const READ_LINES = 3;

/** Says something beside the game, or reads what was said last. */
function chat(place: Place, text: string): string {
  const { say } = t.board;
  const open = place.chat();
  if (!open?.isOpen) return say.cant;
  if (text !== '') {
    const ready = Object.entries(t.chat.presets).find((both) => both.some((one) => one.toLowerCase() === text.toLowerCase()));
    const words = open.maySay === 'anything' ? text : open.maySay === 'presets' ? ready?.[0] : undefined;
    return words !== undefined && open.say(words) ? say.done : say.cant;
  }
  const last = open.shown.slice(-READ_LINES).map((line) => `${line.name}: ${t.chat.presets[line.text] ?? line.text}`);
  open.unread = 0;
  return last.join(' · ') || t.chat.empty;
}

/** How much a reading says: a move before an attempt, an attempt before nothing at all. */
const WORTH: Record<Typed['kind'], number> = { move: 3, promotion: 3, several: 3, attempt: 2, none: 1, unreadable: 0 };

/** The moves that can be made now, or queued. */
const movesIn = (game: Game): string[] => (game.isDue ? (game.situation?.legal ?? []) : movesOf(destinationsIn(game), expectedPieces(game)));

/** Says that a move is played, or queued, as the list of moves names it. To be asked before it is made. */
function told(game: Game, uci: string): string {
  const san = written(sanOf(uci, movesIn(game), expectedPieces(game)), settings.get('notation'), t.pieceLetters);
  return game.isDue ? t.board.say.played(san) : t.board.say.premove(san);
}

/** `texts` are the readings of the move in English, the likeliest first; `typed` is what the person wrote. */
function move(game: Game, texts: string[], typed: string): string {
  const { say } = t.board;
  const { you } = game;
  // The question stands: what is typed next answers it.
  if (game.unsure !== null) return say.sure(t.game.playMove(...ends(game.unsure)));
  if (!you || !game.canMove) return say.notNow;
  const pieces = expectedPieces(game);
  const legal = movesIn(game);
  const found = texts
    .map((text) => readMove(text, legal, pieces, you))
    .reduce((best, other) => (WORTH[other.kind] > WORTH[best.kind] ? other : best));
  switch (found.kind) {
    case 'promotion': {
      const { from, to } = found;
      const made = told(game, uciOf(from, to, 'queen'));
      // Opens the picker, or promotes where the settings say what to.
      game.move(from, to);
      return game.promotion ? say.promoteTo : made;
    }
    case 'move': {
      const made = told(game, found.uci);
      game.make(found.uci);
      return made;
    }
    case 'attempt':
      // The server says why not.
      game.attempt(found.from, found.to);
      return '';
    case 'several':
      return say.several(found.squares);
    case 'none':
      return say.noSuchMove(typed);
    case 'unreadable':
      return say.unknown(typed);
  }
}

/** Does what was typed and says what came of it. */
export function obey(place: Place, text: string): string {
  // The key that leads to the field is often pressed once too often.
  const typed = text.trim().replace(/^\//, '').replace(/\s+/g, ' ').trim();
  const first = /^\S*/.exec(typed)?.[0] ?? '';
  // What is said is said as it was typed.
  const verbSaid = t.board.vocabulary[first.toLowerCase()] ?? first.toLowerCase();
  if (verbSaid === 'say' || verbSaid === 'chat') return chat(place, typed.slice(first.length).trim());
  const { vocabulary } = t.board;
  const texts = readings(bare(typed), vocabulary, t.pieceLetters, settings.get('notation') === 'own');
  const { promotion } = place.game;
  const chosen = promotion && texts.map(promotionNamed).find((role) => role !== null);
  if (promotion && chosen && promotion.roles.includes(chosen)) {
    const made = told(place.game, uciOf(promotion.from, promotion.to, chosen));
    place.game.promote(chosen);
    return made;
  }
  const words = inEnglish(typed, vocabulary, null);
  const [verb = '', what = '', ...rest] = words.toLowerCase().split(' ');
  const word = what === '' ? WORDS[verb] : undefined;
  if (word) return word(place) ?? t.board.say.cant;
  const answered = rest.length === 0 && what !== '' ? twoWords(place, verb, what) : null;
  return answered ?? move(place.game, texts, typed);
}

/** What a key on a square says; the square to go to; null where the key means nothing here. */
export function answerKey(place: Place, event: KeyboardEvent, square: Square): { say?: string; go?: Square } | null {
  if (settings.get('keys') === 'off') return null;
  const { game, tools } = place;
  const key = event.key.toLowerCase();
  const orientation = tools.isFlipped ? game.opponent : (game.you ?? 'white');
  // With Shift a keyboard gives another sign for a digit, so its place on the keyboard counts.
  const digit = /^Digit([1-8])$/.exec(event.code)?.[1];
  if (digit) return { go: event.shiftKey ? 'abcdefgh'.charAt(Number(digit) - 1) + square.charAt(1) : square.charAt(0) + digit };
  const role = ROLES[key];
  if (role) {
    const next = nextOf(expectedPieces(game), role, square, orientation, event.shiftKey ? -1 : 1);
    return next ? { go: next } : { say: asking.sayPieces(game, role) };
  }
  const answers: Record<string, () => string> = {
    m: () => asking.sayMoves(game, square, event.shiftKey),
    o: () => asking.saySquare(game, square),
    l: () => asking.sayLastMove(game),
    c: () => asking.sayLastCapture(game),
    t: () => asking.sayClocks(game),
    x: () => asking.sayRays(game, square),
  };
  const answer = answers[key];
  return answer ? { say: answer() } : null;
}
