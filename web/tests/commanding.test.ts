// SPDX-License-Identifier: AGPL-3.0-or-later
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { Tools } from '../src/board/tools.svelte';
import { languages, t } from '../src/locale';
import { answerKey, obey } from '../src/live/commanding';
import { Chat } from '../src/live/chat/chat.svelte';
import { Countdown } from '../src/live/countdown';
import type { Question } from '../src/live/page';
import type { TabSocket, TopicMessage } from '../src/platform/socket';
import { settings } from '../src/platform/settings.svelte';
import type { ChatLineView } from '../src/platform/protocol';
import { E4, newGameAsWhite, played, SITUATION_E4, situation, view } from './support';

beforeAll(() => Promise.all([languages.need('board'), languages.need('chat')]));
afterEach(async () => {
  settings.take({});
  await languages.speak('en');
});

function setUp() {
  const all = newGameAsWhite();
  const asked: { now: Question | null } = { now: null };
  const said: string[] = [];
  const tab = { follow: () => ({ send: ({ text }: { text: string }) => said.push(text) > 0, resync: () => {}, stop: () => {} }) };
  const chat = new Chat('chat:AbCd1234', tab as unknown as TabSocket);
  chat.start();
  const place = {
    game: all.game,
    tools: new Tools(),
    chat: () => chat,
    asked: () => asked.now,
    setAsked: (question: Question | null) => void (asked.now = question),
  };
  return { ...all, place, asked, chat, said, say: (text: string) => obey(place, text) };
}

const key = (name: string, more: Partial<KeyboardEvent> = {}) => ({ key: name, code: '', shiftKey: false, ...more }) as KeyboardEvent;

describe('the field', () => {
  test('plays a move, and queues one before its turn', () => {
    const { say, sent, game } = setUp();
    expect(say('Nf3')).toBe('Nf3.');
    expect(sent).toMatchObject([{ type: 'play', uci: 'g1f3' }]);
    game.receive(played(2, E4, SITUATION_E4));
    expect(say('knight f3')).toBe('Premove Nf3 set.');
    expect(game.premoves).toEqual(['g1f3']);
    expect(say('premoves')).toBe('Premoves: g1 f3.');
    expect(say('cancel')).toBe('Premoves cancelled.');
    expect(game.premoves).toEqual([]);
  });

  test('asks before it resigns or offers a draw', () => {
    const { say, sent, asked } = setUp();
    expect(say('resign')).toBe('Resign this game? Type yes or no.');
    expect(say('no')).toBe('Done.');
    expect([sent, asked.now]).toEqual([[], null]);
    say('draw');
    say('yes');
    expect(sent).toMatchObject([{ type: 'offer_draw' }]);
  });

  test('says something beside the game as it was typed, and reads what was said', () => {
    const { say, said, chat } = setUp();
    const line = (number: number, name: string, text: string) => ({ number, name, text, at: 0 }) as unknown as ChatLineView;
    expect(say('say hello')).toBe('That can’t be done now.');
    chat.receive({ type: 'chat', lines: [], may_say: 'anything' } as unknown as TopicMessage);
    expect(say('chat')).toBe('No messages yet.');
    expect(say('Say  Knight takes you,  Bob')).toBe('Done.');
    expect(said).toEqual(['Knight takes you, Bob']);
    for (const number of [1, 2, 3, 4]) chat.receive({ type: 'chat_line', line: line(number, 'Bob', `line ${number}`) } as unknown as TopicMessage);
    expect(chat.unread).toBe(4);
    expect(say('chat')).toBe('Bob: line 2 · Bob: line 3 · Bob: line 4');
    expect(chat.unread).toBe(0);
    chat.receive({ type: 'chat', lines: [], may_say: 'presets' } as unknown as TopicMessage);
    expect([say('say anything'), say('say good GAME')]).toEqual(['That can’t be done now.', 'Done.']);
    expect(said.at(-1)).toBe('Good game');
  });

  test('answers an offer', () => {
    const { say, sent, game } = setUp();
    expect(say('accept')).toBe('That can’t be done now.');
    game.receive({
      type: 'event',
      seq: 2,
      id: null,
      event: { kind: 'draw_offered', by: 'black' },
      situation: situation({ draw_offer: 'black' }),
    });
    say('decline');
    expect(sent.at(-1)).toMatchObject({ type: 'answer_draw', accept: false });
    game.receive({
      type: 'event',
      seq: 3,
      id: null,
      event: { kind: 'takeback_proposed', by: 'black' },
      situation: situation({ takeback: 'black' }),
    });
    say('accept');
    expect(sent.at(-1)).toMatchObject({ type: 'answer_takeback', accept: true });
  });

  test('asks which question is meant where there are two', () => {
    const { say, sent, game } = setUp();
    const asks = situation({ draw_offer: 'black', takeback: 'black' });
    game.receive({ type: 'event', seq: 2, id: null, event: { kind: 'draw_offered', by: 'black' }, situation: asks });
    expect(say('accept')).toContain('Type accept or decline, then draw or takeback.');
    expect(sent).toEqual([]);
    expect(say('decline takeback')).toBe('Done.');
    expect(say('draw')).toBe('Done.');
    expect(sent).toMatchObject([{ type: 'answer_takeback', accept: false }, { type: 'answer_draw', accept: true, seq: 2 }]);
  });

  test('says that a question stands where another move is typed', () => {
    const { say, sent, game } = setUp();
    game.unsure = 'e2e4';
    expect(say('Nf3')).toBe('Play e2–e4? Type yes or no.');
    expect([game.unsure, sent]).toEqual(['e2e4', []]);
    say('yes');
    expect(sent).toMatchObject([{ type: 'play', uci: 'e2e4' }]);
  });

  test('asks what a pawn becomes, and takes the words that it asks for', () => {
    const legal = ['a7a8q', 'a7a8r', 'a7a8b', 'a7a8n'];
    for (const answer of ['queen', 'to a queen', 'Q']) {
      const { say, sent, game } = setUp();
      const fen = '7k/P7/8/8/8/8/8/K7 w - - 0 1';
      game.receive({ type: 'state', seq: 1, you: 'white', game: view({ start_fen: fen, situation: situation({ fen, legal }) }) });
      expect(say('a8')).toBe('Queen, rook, bishop or knight? Type one.');
      expect(game.promotion).toMatchObject({ from: 'a7', to: 'a8' });
      expect(say(answer)).toBe('a8=Q.');
      expect(sent.at(-1)).toMatchObject({ type: 'play', uci: 'a7a8q' });
    }
  });

  test('reads the letters of the page’s language', async () => {
    await languages.speak('de');
    const { say, sent } = setUp();
    say('1. Sf3');
    expect(sent).toMatchObject([{ type: 'play', uci: 'g1f3' }]);
  });

  test('answers a rematch', () => {
    const { say, sent, game } = setUp();
    game.receive({ type: 'rematch', offered_by: 'white', game: null });
    expect(say('accept')).toBe('That can’t be done now.');
    game.receive({ type: 'rematch', offered_by: 'black', game: null });
    expect(say('decline')).toBe('Done.');
    expect(sent.at(-1)).toMatchObject({ type: 'decline_rematch' });
    expect(say('yes')).toBe('Done.');
    expect(sent.at(-1)).toMatchObject({ type: 'rematch' });
  });

  test('claims the game of whoever has left, and a draw by the rules', () => {
    const { say, sent, game } = setUp();
    expect([say('claim'), say('claim draw'), say('claim win')]).toEqual(Array(3).fill('That can’t be done now.'));
    game.receive({ type: 'absence', by: 'black', claim_in_ms: 5_000 });
    expect(say('claim')).toBe('That can’t be done now.');
    game.receive({ type: 'absence', by: 'black', claim_in_ms: 0 });
    for (const [typed, claim] of [['claim', 'win'], ['claim win', 'win'], ['claim draw', 'draw']] as const) {
      expect(say(typed)).toBe('Done.');
      expect(sent.at(-1)).toMatchObject({ type: 'claim_left', claim });
    }
    game.receive({ type: 'absence', by: 'black', claim_in_ms: null });
    game.receive({ type: 'synced', seq: 1, you: 'white', situation: situation({ claim: 'fifty_moves' }) });
    expect(say('claim draw')).toBe('Done.');
    expect(sent.at(-1)).toMatchObject({ type: 'claim_draw' });
  });

  test('proposes a takeback once there is a move', () => {
    const { say, sent, game } = setUp();
    expect(say('takeback')).toBe('That can’t be done now.');
    game.receive(played(2, E4, SITUATION_E4));
    expect(say('takeback')).toBe('Done.');
    expect(sent.at(-1)).toMatchObject({ type: 'propose_takeback' });
  });

  test('says what stands where, and what was played', () => {
    const { say, game } = setUp();
    expect(say('p n')).toBe('White knights: b1, g1. Black knights: b8, g8.');
    expect(say('pieces king')).toBe('White king: e1. Black king: e8.');
    expect(say('s e')).toBe('File e: e1 white king, e2 white pawn, e7 black pawn, e8 black king.');
    expect(say('square e4')).toBe('e4, empty.');
    expect(say('moves g1')).toBe('g1 goes to f3.');
    expect(say('last')).toBe('No move has been played.');
    game.receive(played(2, E4, SITUATION_E4));
    expect(say('last')).toBe('Last move, White: e4.');
    void settings.choose('spoken', 'nato');
    expect(say('last')).toBe('Last move, White: echo 4.');
    expect(say('clock')).toBe('This game has no clocks.');
    expect(say('turn')).toBe('Guest 2’s turn.');
    expect(say('captured')).toBe('Guest 1 has captured: nothing. Guest 2 has captured: nothing.');
  });

  test('says both clocks', () => {
    const { say, game } = setUp();
    const clocks = { white_ms: 61_500, black_ms: 3_600_000, running: 'white' as const };
    game.receive({ type: 'synced', seq: 1, you: 'white', situation: situation({ clocks }) });
    expect(say('clock')).toBe('Guest 1: 1 min 1 s, running. Guest 2: 1 h 0 s.');
  });

  test('says what it did not understand, and helps', () => {
    const { say, place } = setUp();
    expect(say('xyzzy plugh')).toBe('Not understood: xyzzy plugh. Type help for a list.');
    for (const text of ['/help', '?']) {
      place.tools.panel = null;
      expect(say(text)).toBe('The list of keys and commands is open.');
      expect(place.tools.panel).toBe('keys');
    }
    // What the table names is understood.
    const words = t.board.commands.flatMap(([typed]) => typed.split(' · ')).filter((typed) => !/^(say|[A-Z]|g1f3|knight takes|castle|queen|to a)/.test(typed));
    for (const word of words) expect(say(word), word).not.toContain('Not understood');
    expect(say('Nd5')).toBe('None of your pieces can do that: Nd5.');
  });
});

describe('a key on a square', () => {
  test('leads to a piece, a rank or a file', () => {
    const { place } = setUp();
    expect(answerKey(place, key('n'), 'e4')).toEqual({ go: 'b1' });
    expect(answerKey(place, key('N', { shiftKey: true }), 'e4')).toEqual({ go: 'g8' });
    expect(answerKey(place, key('7', { code: 'Digit7' }), 'e4')).toEqual({ go: 'e7' });
    expect(answerKey(place, key('!', { code: 'Digit1', shiftKey: true }), 'e4')).toEqual({ go: 'a4' });
  });

  test('answers', () => {
    const { place } = setUp();
    expect(answerKey(place, key('o'), 'e2')?.say).toBe('e2, white pawn.');
    expect(answerKey(place, key('m'), 'e2')?.say).toBe('e2 goes to e4.');
    expect(answerKey(place, key('M', { shiftKey: true }), 'e2')?.say).toBe('e2 captures on no square.');
    expect(answerKey(place, key('x'), 'e4')?.say).toContain('e7 black pawn');
    expect(answerKey(place, key('c'), 'e4')?.say).toBe('Nothing has been captured.');
    expect(answerKey(place, key('y'), 'e4')).toBeNull();
  });

  test('means nothing where single keys are off', () => {
    const { place } = setUp();
    void settings.choose('keys', 'off');
    expect(answerKey(place, key('n'), 'e4')).toBeNull();
  });
});

test('time left is said once at 30, 20 and 10 seconds', () => {
  const countdown = new Countdown();
  const said = [40_000, 30_400, 30_000, 29_000, 20_000, 22_000, 19_000, 9_900, 5_000].map((ms) => countdown.next(ms));
  expect(said).toEqual([null, null, 30, null, 20, null, null, 10, null]);
  expect(countdown.next(45_000)).toBeNull();
  expect(countdown.next(30_000)).toBe(30);
});

test('a move is spoken in words, as it is written, or with NATO squares', () => {
  expect(t.announce('white', 'Nbxd7+')).toBe('White: knight b takes d7, check');
  expect(t.announce('white', 'Nbxd7+', 'san')).toBe('White: Nbxd7+');
  expect(t.announce('black', 'Nbxd7+', 'nato')).toBe('Black: knight bravo takes delta 7, check');
  expect(t.announce('white', 'O-O', 'nato')).toBe('White: castles king side');
});
