// SPDX-License-Identifier: AGPL-3.0-or-later
import { describe, expect, test } from 'vitest';
import { noticeOf } from '../src/live/notice';
import type { Reason, Refusal } from '../src/platform/protocol';
import { t } from '../src/locale';
import { E4, SITUATION_E4, newGameAsWhite, played, situation, view } from './support';

describe('reasons', () => {
  test('name the pieces and the squares', () => {
    const reason: Reason = {
      reason: 'pinned',
      piece: { color: 'white', role: 'knight' },
      from: 'e2',
      by: { color: 'black', role: 'rook' },
      on: 'e8',
    };
    expect(t.refusals.word({ kind: 'illegal', reason }, '')).toBe(
      'The knight on e2 is pinned to the king by the rook on e8.',
    );
  });

  test('say whose turn it is', () => {
    const reason: Reason = { reason: 'not_your_turn', piece: { color: 'black', role: 'pawn' }, square: 'e7' };
    expect(t.refusals.word({ kind: 'illegal', reason }, '')).toBe('It’s White’s turn, and the pawn on e7 is Black’s.');
    expect(t.refusals.word({ kind: 'not_your_turn', turn: 'black' }, '')).toBe('It’s Black’s turn.');
  });

  test('of a newer server come in its own words', () => {
    const reason = { reason: 'touched_another_piece' } as unknown as Reason;
    expect(t.refusals.word({ kind: 'illegal', reason }, 'Touch move.')).toBe('Touch move.');
    expect(t.refusals.word({ kind: 'raining' } as unknown as Refusal, 'It rains.')).toBe('It rains.');
    expect(t.refusals.word({ kind: 'raining' } as unknown as Refusal, 'it rains')).toBe('It rains.');
  });
});

describe('the line under the board', () => {
  test('says whose move it is', () => {
    const { game } = newGameAsWhite();
    expect(noticeOf(game, 'online')).toEqual({ tone: 'strong', text: 'Your move.' });
    game.receive(played(2, E4, SITUATION_E4));
    expect(noticeOf(game, 'online')).toEqual({ tone: 'quiet', text: 'Guest 2’s turn.', name: 'Guest 2' });
  });

  test('says first that the connection is lost', () => {
    const { game } = newGameAsWhite();
    expect(noticeOf(game, 'lost').tone).toBe('trouble');
  });

  test('says that a restart of the server gave the turn back', () => {
    const { game } = newGameAsWhite();
    game.receive({ type: 'event', seq: 2, id: null, event: { kind: 'turn_restarted' }, situation: situation() });
    const text = 'The server was away for a moment. Guest 1 lost no time.';
    expect(noticeOf(game, 'online')).toEqual({ tone: 'strong', text, name: 'Guest 1' });
    game.receive(played(3, E4, SITUATION_E4));
    expect(noticeOf(game, 'online').text).toBe('Guest 2’s turn.');
  });

  test('says which position is looked at, and the way back', () => {
    const { game } = newGameAsWhite();
    game.receive(played(2, E4, SITUATION_E4));
    game.line.review(0);
    expect(noticeOf(game, 'online')).toEqual({ tone: 'quiet', text: 'Starting position.', back: true });
  });

  test('says what a rated game changed', () => {
    const { game } = newGameAsWhite();
    const status = { kind: 'ended', result: 'black_wins', termination: 'resignation' } as const;
    const end = { kind: 'ended', result: 'black_wins', termination: 'resignation' } as const;
    game.receive({ type: 'event', seq: 2, id: null, event: end, situation: situation({ status, legal: [] }) });
    const changes = {
      category: 'blitz',
      white: { before: 1500, after: 1488, provisional: false },
      black: { before: 1500, after: 1512, provisional: true },
    } as const;
    game.receive({ type: 'rated', changes });
    expect(noticeOf(game, 'online').text).toMatch(/ Your rating: 1488 \(−12\)\.$/);
    game.you = null;
    expect(noticeOf(game, 'online').text).toMatch(/ Guest 1 1488 \(−12\), Guest 2 1512\? \(\+12\)\.$/);
  });

  test('offers no rematch with an opponent who has left, unless there is time to come back', () => {
    const status = { kind: 'ended', result: 'draw', termination: 'agreement' } as const;
    const { game } = newGameAsWhite({ time: { initial_ms: 60_000, increment_ms: 0 }, situation: situation({ status }) });
    game.receive({ type: 'rematch', offered_by: 'black', game: null });
    game.receive({ type: 'presence', white: true, black: true, watchers: 0 });
    expect(noticeOf(game, 'online')).toMatchObject({ text: 'Guest 2 would like a rematch.', name: 'Guest 2', invites: true });
    game.receive({ type: 'presence', white: true, black: false, watchers: 0 });
    expect(noticeOf(game, 'online')).toMatchObject({ text: 'Guest 2 wanted a rematch, but has left.' });
    expect(noticeOf(game, 'online').invites).toBeUndefined();
    game.view = view({ time: { days: 2 } });
    expect(noticeOf(game, 'online').invites).toBe(true);
  });

  test('says how the game ended', () => {
    const { game } = newGameAsWhite({
      situation: situation({
        status: { kind: 'ended', result: 'draw', termination: 'time_forfeit_insufficient_material' },
        clocks: { white_ms: 0, black_ms: 4000, running: null },
      }),
    });
    expect(noticeOf(game, 'online')).toEqual({
      tone: 'result',
      text: 'Guest 1 ran out of time, but Guest 2 can’t mate: draw.',
    });
  });
});

describe('endings', () => {
  test('say who won and by what', () => {
    expect(t.ending('white_wins', 'checkmate', null)).toBe('White won by checkmate.');
    expect(t.ending('white_wins', 'resignation', null)).toBe('Black resigned. White won.');
    expect(t.ending('black_wins', 'time_forfeit', 'white')).toBe('White ran out of time. Black won.');
    const names = { white: 'Anna', black: 'The computer' };
    expect(t.ending('white_wins', 'resignation', null, names)).toBe('The computer resigned. Anna won.');
    const why = 'time_forfeit_insufficient_material';
    expect(t.ending('draw', why, 'white', names)).toBe('Anna ran out of time, but the computer can’t mate: draw.');
  });
});

test('moves are spoken in words', () => {
  expect(t.announce('white', 'Nxe5+')).toBe('White: knight takes e5, check');
  expect(t.announce('black', 'O-O-O#')).toBe('Black: castles queen side, checkmate');
  expect(t.announce('white', 'exd8=Q')).toBe('White: e takes d8 promotes to queen');
  expect(t.announce('white', 'e4')).toBe('White: e4');
});

test('squares are named by what stands there', () => {
  expect(t.game.square('e2', 'white', 'pawn')).toBe('e2, white pawn');
  expect(t.game.square('e4', null, null)).toBe('e4, empty');
});
