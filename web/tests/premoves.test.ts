// SPDX-License-Identifier: AGPL-3.0-or-later
import { afterEach, describe, expect, test } from 'vitest';
import { destinationsIn } from '../src/live/expected';
import { noticeOf } from '../src/live/notice';
import { settings } from '../src/platform/settings.svelte';
import { E4, E5, newGameAsWhite, played, situation, SITUATION_E4, SITUATION_E5, view } from './support';

const LATER = { ...SITUATION_E5, legal: ['g1f3', 'd2d4'] };

afterEach(() => settings.take({}));

/** White has moved, Black thinks. */
function waitingWhite() {
  const all = newGameAsWhite();
  all.game.receive(played(2, E4, SITUATION_E4));
  return all;
}

describe('a move before its turn', () => {
  test('is queued, several after one another', () => {
    const { game, sent } = waitingWhite();
    game.move('g1', 'f3');
    game.move('f3', 'g5');
    expect(game.premoves).toEqual(['g1f3', 'f3g5']);
    expect(sent.at(-1)).toMatchObject({ type: 'premoves', seq: 2, moves: ['g1f3', 'f3g5'] });
    expect(destinationsIn(game).get('g5')).toContain('f7');
    expect(destinationsIn(game).has('g1')).toBe(false);
  });

  test('is queued behind a move that is still on its way', () => {
    const { game, sent } = newGameAsWhite();
    game.move('e2', 'e4');
    game.move('g1', 'f3');
    expect(sent.map(({ type }) => type)).toEqual(['play', 'premoves']);
  });

  test('asks what a pawn becomes, or makes a queen of it', () => {
    const fen = '7k/P7/8/8/8/8/8/K7 b - - 0 1';
    const { game } = newGameAsWhite({ start_fen: fen, situation: situation({ fen, turn: 'black', legal: [] }) });
    game.move('a7', 'a8');
    expect(game.promotion?.roles).toContain('knight');
    game.promote('knight');
    expect(game.premoves).toEqual(['a7a8n']);
    game.setPremoves([]);
    void settings.choose('promotion', 'queen');
    game.move('a7', 'a8');
    expect(game.premoves).toEqual(['a7a8q']);
  });

  test('still asks what a pawn becomes after the opponent’s move, as long as the pawn may promote', () => {
    const fen = '7k/P7/8/8/8/8/8/K7 b - - 0 1';
    const asked = () => {
      const all = newGameAsWhite({ start_fen: fen, situation: situation({ fen, turn: 'black', legal: [] }) });
      all.game.move('a7', 'a8');
      return all;
    };
    const after = '8/P6k/8/8/8/8/8/K7 w - - 1 2';
    const reply = { uci: 'h8h7', san: 'Kh7', fen: after, check: false, clock_ms: null };
    const promotes = situation({ fen: after, ply: 1, legal: ['a7a8q', 'a7a8n', 'a1a2'] });

    const { game, sent } = asked();
    const before = game.revision;
    game.receive(played(2, reply, promotes));
    expect(game.promotion).toEqual({ from: 'a7', to: 'a8', roles: ['queen', 'knight'] });
    expect(game.revision, 'the board shows the opponent’s move').toBeGreaterThan(before);
    game.promote('knight');
    expect(sent.at(-1)).toMatchObject({ type: 'play', uci: 'a7a8n' });

    // Where it has become impossible the server says why.
    const other = asked();
    other.game.receive(played(2, reply, { ...promotes, legal: ['a1a2'] }));
    expect(other.game.promotion).toBeNull();
    const asks = other.sent.at(-1);
    expect(asks).toMatchObject({ type: 'play', uci: 'a7a8' });
    const why = { refusal: { kind: 'illegal', reason: { reason: 'no_piece', square: 'a7' } }, message: 'There is no piece on a7.' } as const;
    other.game.receive({ type: 'refused', id: asks?.id ?? null, seq: 2, ...why });
    expect(noticeOf(other.game, 'online')).toMatchObject({ tone: 'refusal', text: 'Premove a7–a8 dropped: There’s no piece on a7.' });
    // What is refused afterwards is another attempt.
    other.game.attempt('a1', 'a3');
    other.game.receive({ type: 'refused', id: other.sent.at(-1)?.id ?? null, seq: 2, ...why });
    expect(noticeOf(other.game, 'online').text).toBe('There’s no piece on a7.');
  });

  test('is not queued where nobody wants it', () => {
    const { game } = waitingWhite();
    void settings.choose('premoves', 'off');
    expect(destinationsIn(game).size).toBe(0);
    game.move('g1', 'f3');
    expect(game.premoves).toEqual([]);
  });

  test('is played late when it was made without a connection and the opponent has moved since', () => {
    const { game, sent } = waitingWhite();
    game.move('g1', 'f3');
    game.move('f3', 'g5');
    game.disconnected();
    game.receive({ type: 'event', seq: 3, id: null, event: { kind: 'move_played', by: 'black', move: E5 }, situation: LATER });
    const before = sent.length;
    game.receive({ type: 'synced', seq: 3, you: 'white', situation: LATER });
    expect(sent.slice(before)).toMatchObject([
      { type: 'play', seq: 3, uci: 'g1f3' },
      { type: 'premoves', seq: 3, moves: ['f3g5'] },
    ]);
    expect([game.pending?.uci, game.premoves]).toEqual(['g1f3', ['f3g5']]);
  });

  test('is sent again where the opponent has not moved, and explained where it became impossible', () => {
    const waiting = waitingWhite();
    waiting.game.move('g1', 'f3');
    waiting.game.disconnected();
    waiting.game.receive({ type: 'synced', seq: 2, you: 'white', situation: SITUATION_E4 });
    expect(waiting.sent.map(({ type }) => type)).toEqual(['premoves', 'premoves']);

    const { game, sent } = waitingWhite();
    game.move('e4', 'd5');
    game.disconnected();
    game.receive({ type: 'event', seq: 3, id: null, event: { kind: 'move_played', by: 'black', move: E5 }, situation: LATER });
    game.receive({ type: 'synced', seq: 3, you: 'white', situation: LATER });
    expect(sent.at(-1)).toMatchObject({ type: 'play', uci: 'e4d5' });
    expect(game.pending).toBeNull();
  });

  test('is not undone by the answer to an older queue', () => {
    const { game, sent } = waitingWhite();
    game.move('g1', 'f3');
    game.move('f3', 'g5');
    const [first, second] = sent.slice(-2).map((command) => ('id' in command ? command.id : -1));
    game.receive({ type: 'premoves', id: first, moves: ['g1f3'] });
    expect(game.premoves).toEqual(['g1f3', 'f3g5']);
    game.receive({ type: 'premoves', id: second, moves: ['g1f3', 'f3g5'] });
    game.receive({ type: 'premoves', moves: ['f3g5'] });
    expect(game.premoves).toEqual(['f3g5']);
  });

  test('waits behind at most fifteen others', () => {
    const { game } = waitingWhite();
    for (let turn = 0; turn < 10; turn += 1) {
      game.move('g1', 'f3');
      game.move('f3', 'g1');
    }
    expect(game.premoves).toHaveLength(16);
  });
});

describe('a move that is asked about', () => {
  test('is played only after a yes', () => {
    void settings.choose('confirm_move', 'on');
    const { game, sent } = newGameAsWhite();
    game.move('e2', 'e4');
    expect([game.unsure, sent]).toEqual(['e2e4', []]);
    game.sure(false);
    expect([game.unsure, sent]).toEqual([null, []]);
    game.move('e2', 'e4');
    game.sure(true);
    expect(sent).toMatchObject([{ type: 'play', uci: 'e2e4' }]);
    expect(game.pending?.uci).toBe('e2e4');
  });

  test('gives its place to another one, which is not played unasked either', () => {
    void settings.choose('confirm_move', 'on');
    const { game, sent } = newGameAsWhite();
    game.move('e2', 'e4');
    game.attempt('g1', 'f3');
    expect([game.unsure, sent]).toEqual(['g1f3', []]);
    game.sure(true);
    expect(sent).toMatchObject([{ type: 'play', uci: 'g1f3' }]);
  });

  test('is taken back for one that the rules forbid, which the server explains', () => {
    void settings.choose('confirm_move', 'on');
    const { game, sent } = newGameAsWhite();
    game.move('e2', 'e4');
    game.attempt('g1', 'g3');
    expect(game.unsure).toBeNull();
    expect(sent).toMatchObject([{ type: 'play', uci: 'g1g3' }]);
  });

  test('is forgotten when the game goes on without it', () => {
    void settings.choose('confirm_move', 'on');
    const { game } = newGameAsWhite();
    game.move('d2', 'd4');
    game.receive(played(2, E4, SITUATION_E4));
    expect(game.unsure).toBeNull();
    game.receive({ type: 'state', seq: 2, you: 'white', game: view() });
  });
});
