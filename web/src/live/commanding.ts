// SPDX-License-Identifier: AGPL-3.0-or-later
// The field for moves and commands, and the keys on the board. Fetched when somebody first types or walks there.
import { nextOf } from '../board/survey';
import { movesOf, readMove } from '../board/typed';
import { ends } from '../board/moves';
import type { Tools } from '../board/tools.svelte';
import { t } from '../locale';
import type { Role, Square } from '../platform/protocol';
import { settings } from '../platform/settings.svelte';
import * as asking from './asking';
import type { Chat } from './chat/chat.svelte';
import { deedsOf } from './deeds';
import { destinationsIn, expectedPieces } from './expected';
import type { Game } from './game.svelte';
import { offerOf } from './offer';
import { ask, confirm, type Question } from './page';
import { inEnglish } from './vocabulary';

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

function answer(place: Place, yes: boolean): string | null {
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
  const given = offerOf(game)?.answers[yes ? 0 : 1];
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

/** What the menu of the game offers by this name. */
function deed({ game }: Place, label: string): string | null {
  const found = deedsOf(game).find((one) => one.label === label && !one.isOff);
  if (!found || !game.isPlaying || game.you === null) return null;
  found.act();
  return t.board.say.done;
}

/** The commands of one word. */
const WORDS: Record<string, (place: Place) => string | null> = {
  help: () => t.board.say.help,
  '?': () => t.board.say.help,
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
    if (offer !== null && offer !== game.you) return answer(place, true);
    return question(place, 'draw', game.isPlaying && game.you !== null && offer === null);
  },
  takeback: (place) => deed(place, t.game.proposeTakeback),
  time: (place) => deed(place, t.game.giveTime),
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

/** The commands with a word behind them. */
function twoWords(game: Game, verb: string, what: string): string | null {
  const role = roleOf(what);
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

/** `text` is the move in English, `typed` is what the person wrote. */
function move(game: Game, text: string, typed: string): string {
  const { say } = t.board;
  if (!game.you || !game.canMove || game.unsure !== null) return say.notNow;
  const pieces = expectedPieces(game);
  const legal = game.isDue ? (game.situation?.legal ?? []) : movesOf(destinationsIn(game), pieces);
  const found = readMove(text, legal, pieces, game.you);
  switch (found.kind) {
    case 'move': {
      const [from, to] = ends(found.uci);
      const isDue = game.isDue;
      game.make(found.uci);
      return isDue ? say.played(from, to) : say.premove(from, to);
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
  const told = t.board.vocabulary[first.toLowerCase()] ?? first.toLowerCase();
  if (told === 'say' || told === 'chat') return chat(place, typed.slice(first.length).trim());
  const words = inEnglish(typed, t.board.vocabulary, settings.get('notation') === 'own' ? t.pieceLetters : null);
  const [verb = '', what = '', ...rest] = words.toLowerCase().split(' ');
  const word = what === '' ? WORDS[verb] : undefined;
  if (word) return word(place) ?? t.board.say.cant;
  const answered = rest.length === 0 && what !== '' ? twoWords(place.game, verb, what) : null;
  return answered ?? move(place.game, words, typed);
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
