// SPDX-License-Identifier: AGPL-3.0-or-later
import { describe, expect, test } from 'vitest';
import { START_FEN } from '../src/board/fen';
import type { Order } from '../src/live/commands';
import { noticeOf } from '../src/live/notice';
import { deedsOf } from '../src/live/deeds';
import { offersOf } from '../src/live/offer';
import type { DroppedPremove, GameEvent, Refusal, Situation } from '../src/platform/protocol';
import type { TopicMessage } from '../src/platform/socket';
import { AFTER_E4, E4, E5, SITUATION_E4, SITUATION_E5, newGame, newGameAsWhite, played, situation, view } from './support';

describe('events', () => {
  test('a move of the other side is folded in', () => {
    const { game, cues } = newGameAsWhite();
    game.receive(played(2, E4, SITUATION_E4));
    game.receive(played(3, E5, SITUATION_E5));
    expect(game.line.moves.map(({ san }) => san)).toEqual(['e4', 'e5']);
    expect(game.line.fen).toBe(SITUATION_E5.fen);
    expect(game.line.lastMove).toEqual(['e7', 'e5']);
    expect(game.seq).toBe(3);
    expect(cues).toEqual(['move', 'move']);
  });

  test('an event that is known already changes nothing', () => {
    const { game } = newGameAsWhite();
    game.receive(played(2, E4, SITUATION_E4));
    game.receive(played(2, E4, SITUATION_E4));
    expect(game.line.moves).toHaveLength(1);
  });

  test('a gap asks for everything anew', () => {
    const { game, world } = newGameAsWhite();
    game.receive(played(3, E5, SITUATION_E5));
    expect(world.resyncs).toBe(1);
    expect(game.seq).toBeNull();
    expect(game.line.moves).toHaveLength(0);
  });

  test('an event before the state is part of it', () => {
    const { game, world } = newGame();
    game.receive(played(5, E4, SITUATION_E4));
    expect(game.line.moves).toHaveLength(0);
    expect(world.resyncs).toBe(0);
  });

  test('numbers that another event has now ask for everything anew', () => {
    const { game, world } = newGameAsWhite();
    game.receive(played(2, E4, SITUATION_E4));
    // The server was set back to a backup, and event 2 is not the move any more.
    game.receive({ type: 'synced', seq: 2, you: 'white', situation: situation() });
    expect(world.resyncs).toBe(1);
    expect(game.seq).toBeNull();
  });

  test('a pong that knows of more asks for everything anew', () => {
    const { game, world } = newGameAsWhite();
    game.receive({ type: 'pong', seq: 1 });
    expect(world.resyncs).toBe(0);
    game.receive({ type: 'pong', seq: 2 });
    expect(world.resyncs).toBe(1);
  });

  test('whoever joins is told so by the answer to the own command', () => {
    const { game } = newGame();
    const open = situation({ status: { kind: 'waiting' }, legal: [] });
    game.receive({ type: 'state', seq: 0, you: null, game: { ...viewOf(open), black: { kind: 'open' } } });
    const id = game.order({ type: 'join' });
    const player = { kind: 'guest' as const, name: 'Guest 9' };
    game.receive({ type: 'event', seq: 1, id, event: { kind: 'joined', color: 'black', player }, situation: situation() });
    expect(game.you).toBe('black');
    expect(game.view?.black).toEqual(player);
    expect(game.isPlaying).toBe(true);
  });
});

function viewOf(now: ReturnType<typeof situation>) {
  return {
    id: 'AbCd1234',
    start_fen: now.fen,
    variant: 'standard' as const,
    time: null,
    white: { kind: 'guest' as const, name: 'Guest 1' },
    black: { kind: 'guest' as const, name: 'Guest 2' },
    moves: [],
    situation: now,
  };
}

describe('a game over the board', () => {
  const status = { kind: 'ended', result: 'black_wins', termination: 'checkmate' } as const;
  const over = { over_the_board: true, situation: situation({ status, legal: [] }) };

  test('is told as for spectators: its player sat on both sides', () => {
    const { game } = newGameAsWhite(over);
    expect(game.you).toBeNull();
    expect(game.isRecord).toBe(true);
    expect(noticeOf(game, 'online').text).toBe('Guest 2 won by checkmate.');
  });

  test('stays so when the connection is back', () => {
    const { game } = newGameAsWhite(over);
    game.receive({ type: 'synced', seq: 1, you: 'white', situation: over.situation });
    expect(noticeOf(game, 'online').text).toBe('Guest 2 won by checkmate.');
  });
});

describe('moving', () => {
  test('a move is sent with the number of the last event and stays pending until its event', () => {
    const { game, sent } = newGameAsWhite();
    game.move('e2', 'e4');
    expect(sent).toEqual([{ type: 'play', id: 1, seq: 1, uci: 'e2e4' }]);
    expect(game.pending?.uci).toBe('e2e4');
    game.receive(played(2, E4, SITUATION_E4, 1));
    expect(game.pending).toBeNull();
  });

  test('a move that was not acknowledged is sent again after a resume', () => {
    const { game, sent } = newGameAsWhite();
    game.move('e2', 'e4');
    game.disconnected();
    game.receive({ type: 'synced', seq: 1, you: 'white', situation: situation() });
    expect(sent).toHaveLength(2);
    expect(sent[1]).toEqual(sent[0]);
  });

  test('a move whose event came with the resume is not sent again', () => {
    const { game, sent } = newGameAsWhite();
    game.move('e2', 'e4');
    game.receive(played(2, E4, SITUATION_E4));
    game.receive({ type: 'synced', seq: 2, you: 'white', situation: SITUATION_E4 });
    expect(sent).toHaveLength(1);
  });

  test('a move on its way is not sent again because the state is told anew', () => {
    const { game, sent } = newGameAsWhite();
    game.move('e2', 'e4');
    game.receive({ type: 'synced', seq: 1, you: 'white', situation: situation() });
    expect(sent).toHaveLength(1);
    expect(game.pending?.uci).toBe('e2e4');
  });

  test('a move that was made without a connection is sent when it is back', () => {
    const { game, sent, world } = newGameAsWhite();
    world.isOnline = false;
    game.move('e2', 'e4');
    expect(sent).toEqual([]);
    world.isOnline = true;
    game.receive({ type: 'synced', seq: 1, you: 'white', situation: situation() });
    expect(sent).toEqual([{ type: 'play', id: 1, seq: 1, uci: 'e2e4' }]);
  });

  test('a move that is sent again names the event that it was made after', () => {
    const { game, sent } = newGameAsWhite();
    game.move('e2', 'e4');
    game.disconnected();
    const offered = situation({ draw_offer: 'black' });
    game.receive({ type: 'event', seq: 2, id: null, event: { kind: 'draw_offered', by: 'black' }, situation: offered });
    game.receive({ type: 'synced', seq: 2, you: 'white', situation: offered });
    expect(sent[1]).toEqual({ type: 'play', id: 1, seq: 1, uci: 'e2e4' });
  });

  test('a move is also sent again after a whole new state', () => {
    const { game, sent } = newGameAsWhite();
    game.move('e2', 'e4');
    game.disconnected();
    game.receive({ type: 'state', seq: 1, you: 'white', game: viewOf(situation()) });
    expect(sent).toHaveLength(2);
  });

  test('a move that came too late is forgotten', () => {
    const { game, sent } = newGameAsWhite();
    game.move('e2', 'e4');
    const over = situation({ status: { kind: 'ended', result: 'black_wins', termination: 'time_forfeit' }, legal: [] });
    game.receive({ type: 'state', seq: 2, you: 'white', game: viewOf(over) });
    expect(sent).toHaveLength(1);
    expect(game.pending).toBeNull();
  });

  test('a promotion asks first and can be called off', () => {
    const fen = '4k3/P7/8/8/8/8/8/4K3 w - - 0 1';
    const legal = ['a7a8q', 'a7a8r', 'a7a8b', 'a7a8n', 'e1e2'];
    const { game, sent } = newGameAsWhite({ start_fen: fen, situation: situation({ fen, legal }) });
    game.move('a7', 'a8');
    expect(game.promotion?.roles).toEqual(['queen', 'rook', 'bishop', 'knight']);
    const before = game.revision;
    game.promote(null);
    expect(game.revision).toBeGreaterThan(before);
    expect(sent).toHaveLength(0);
    game.move('a7', 'a8');
    game.promote('knight');
    expect(sent).toEqual([{ type: 'play', id: 1, seq: 1, uci: 'a7a8n' }]);
  });
});

describe('refusals', () => {
  const pinned = {
    kind: 'illegal' as const,
    reason: {
      reason: 'pinned' as const,
      piece: { color: 'white' as const, role: 'knight' as const },
      from: 'e2',
      by: { color: 'black' as const, role: 'rook' as const },
      on: 'e8',
    },
  };

  test('an attempt is sent, its reason kept, the board set back', () => {
    const { game, sent, cues } = newGameAsWhite();
    game.attempt('e2', 'c3');
    expect(sent).toEqual([{ type: 'play', id: 1, seq: 1, uci: 'e2c3' }]);
    expect(game.pending).toBeNull();
    const before = game.revision;
    game.receive({ type: 'refused', id: 1, seq: 1, refusal: pinned, message: 'Pinned.' });
    expect(game.answer?.refusal).toEqual(pinned);
    expect(game.revision).toBe(before + 1);
    expect(cues).toEqual(['refused']);
  });

  test('the reason goes away with the next move', () => {
    const { game } = newGameAsWhite();
    game.receive({ type: 'refused', id: 1, seq: 1, refusal: pinned, message: 'Pinned.' });
    game.receive(played(2, E4, SITUATION_E4));
    expect(game.answer).toBeNull();
  });

  /** It stood there until the person's next act, whatever the server did. */
  test('that the server could not save goes away when it saves again, and other reasons stay', () => {
    const { game } = newGameAsWhite();
    const refuse = (refusal: Refusal) => game.receive({ type: 'refused', id: 1, seq: 1, refusal, message: '' });
    refuse({ kind: 'not_saved' });
    game.receive({ type: 'presence', white: true, black: true, watchers: 1 });
    game.receive({ type: 'pong', seq: 1 });
    expect(game.answer?.refusal.kind, 'of this the server stores nothing').toBe('not_saved');
    // Where a clock runs, this is what the server stores first.
    game.receive({ type: 'event', seq: 2, id: null, event: { kind: 'turn_restarted' }, situation: situation() });
    expect(game.answer).toBeNull();
    expect(noticeOf(game, 'online').text).toBe('The server was away for a moment. Guest 1 lost no time.');
    refuse({ kind: 'not_saved' });
    game.receive({ type: 'state', seq: 2, you: 'white', game: view() });
    expect(game.answer, 'another server has the game').toBeNull();
    refuse(pinned);
    game.receive({ type: 'event', seq: 3, id: null, event: { kind: 'turn_restarted' }, situation: situation() });
    expect(game.answer?.refusal).toEqual(pinned);
  });

  test('a stale move says nothing: the event that won says it', () => {
    const { game } = newGameAsWhite();
    game.move('e2', 'e4');
    game.receive({ type: 'refused', id: 1, seq: 2, refusal: { kind: 'stale', ply: 1 }, message: '' });
    expect(game.answer).toBeNull();
    expect(game.pending).toBeNull();
  });
});

describe('looking back', () => {
  test('an earlier position can be looked at, and nothing moved in it', () => {
    const { game } = newGameAsWhite();
    game.receive(played(2, E4, SITUATION_E4));
    game.receive(played(3, E5, SITUATION_E5));
    game.line.review(1);
    expect(game.line.fen).toBe(AFTER_E4);
    expect(game.canMove).toBe(false);
    game.line.review(0);
    expect(game.line.lastMove).toBeNull();
    game.line.review(-3);
    expect(game.line.ply).toBe(0);
    game.line.review(2);
    expect(game.line.isAtEnd).toBe(true);
    expect(game.canMove).toBe(true);
  });

  test('a move that comes meanwhile does not turn the page', () => {
    const { game } = newGameAsWhite();
    game.receive(played(2, E4, SITUATION_E4));
    game.line.review(0);
    game.receive(played(3, E5, SITUATION_E5));
    expect(game.line.ply).toBe(0);
    expect(game.line.moves).toHaveLength(2);
  });
});

describe('commands that were not answered', () => {
  /** Gives an order, loses the connection, and resumes with the game as it stands then. */
  function after(order: Order, then: ReturnType<typeof situation>, you: 'white' | null = 'white') {
    const { game, sent } = newGameAsWhite();
    game.you = you;
    game.order(order);
    game.disconnected();
    game.receive({ type: 'synced', seq: 1, you, situation: then });
    return sent.map(({ type }) => type);
  }

  test('are sent again where nothing has happened', () => {
    expect(after({ type: 'resign' }, situation())).toEqual(['resign', 'resign']);
    expect(after({ type: 'offer_draw' }, situation())).toEqual(['offer_draw', 'offer_draw']);
    expect(after({ type: 'join' }, situation(), null)).toEqual(['join', 'join']);
  });

  test('are forgotten where they were heard, or make no sense any more', () => {
    const over = situation({ status: { kind: 'ended', result: 'black_wins', termination: 'resignation' }, legal: [] });
    expect(after({ type: 'resign' }, over)).toEqual(['resign']);
    expect(after({ type: 'offer_draw' }, situation({ draw_offer: 'white' }))).toEqual(['offer_draw']);
    expect(after({ type: 'answer_draw', accept: true }, situation())).toEqual(['answer_draw']);
    expect(after({ type: 'claim_draw' }, SITUATION_E4)).toEqual(['claim_draw']);
    expect(after({ type: 'join' }, situation(), 'white')).toEqual(['join']);
  });

  test('have the same key again where they must not be done twice, and another one each time', () => {
    const { game, sent } = newGameAsWhite();
    const keys = () => sent.map((command) => ('key' in command ? command.key : undefined));
    game.order({ type: 'give_time' });
    game.order({ type: 'give_time' });
    game.order({ type: 'resign' });
    game.disconnected();
    game.receive({ type: 'synced', seq: 1, you: 'white', situation: situation() });
    const [first, second] = keys();
    expect(first).toMatch(/^[A-Za-z0-9_-]{16,32}$/);
    expect(second).not.toBe(first);
    expect(keys()).toEqual([first, second, undefined, first, second, undefined]);
  });

  test('are done when the server says so, whichever way', () => {
    const { game, sent } = newGameAsWhite();
    const given = { kind: 'time_given', by: 'white', time_ms: 15_000 } as const;
    const byEvent = game.order({ type: 'give_time' });
    game.disconnected();
    game.receive({ type: 'event', seq: 2, id: null, event: given, situation: situation() });
    game.receive({ type: 'synced', seq: 2, you: 'white', situation: situation() });
    expect(sent).toHaveLength(2);
    game.receive({ type: 'event', seq: 2, id: byEvent, event: given, situation: situation() });
    const bySynced = game.order({ type: 'propose_takeback' });
    game.receive({ type: 'premoves', moves: ['d2d4'] });
    game.receive({ type: 'synced', seq: 2, you: 'white', id: bySynced, situation: situation() });
    expect(game.premoves).toEqual(['d2d4']);
    game.disconnected();
    game.receive({ type: 'synced', seq: 2, you: 'white', situation: situation() });
    expect(sent).toHaveLength(3);
  });

  test('time for the opponent is sent again after a move, too', () => {
    const { game, sent } = newGameAsWhite();
    for (const type of ['give_time', 'offer_draw'] as const) game.order({ type });
    game.disconnected();
    game.receive(played(2, E4, SITUATION_E4));
    game.receive({ type: 'synced', seq: 2, you: 'white', situation: SITUATION_E4 });
    expect(sent.map(({ type }) => type)).toEqual(['give_time', 'offer_draw', 'give_time']);
  });

  test('are sent once, and not again when they were answered', () => {
    const { game, sent } = newGameAsWhite();
    const id = game.order({ type: 'offer_draw' });
    const offered = situation({ draw_offer: 'white' });
    game.receive({ type: 'event', seq: 2, id, event: { kind: 'draw_offered', by: 'white' }, situation: offered });
    const refused = game.order({ type: 'abort' });
    game.receive({ type: 'refused', id: refused, seq: 2, refusal: { kind: 'too_late_to_abort' }, message: '' });
    game.order({ type: 'rematch' });
    game.receive({ type: 'rematch', offered_by: 'white', game: null });
    game.disconnected();
    game.receive({ type: 'synced', seq: 2, you: 'white', situation: situation() });
    expect(sent.map(({ type }) => type)).toEqual(['offer_draw', 'abort', 'rematch']);
  });
});

describe('a long game', () => {
  const whole = { ...viewOf(SITUATION_E5), start_fen: START_FEN, moves: [E4] };

  test('is shown when its last moves are there', () => {
    const { game } = newGame();
    game.receive({ type: 'state', seq: 3, you: null, game: whole, more: true });
    expect(game.view).toBeNull();
    game.receive({ type: 'moves', from: 1, moves: [E5] });
    expect(game.line.moves.map(({ san }) => san)).toEqual(['e4', 'e5']);
    expect(game.seq).toBe(3);
  });

  test('with a hole is asked for anew', () => {
    const { game, world } = newGame();
    game.receive({ type: 'state', seq: 3, you: null, game: whole, more: true });
    game.receive({ type: 'moves', from: 2, moves: [E5] });
    expect(world.resyncs).toBe(1);
    game.receive({ type: 'moves', from: 1, moves: [E5] });
    expect(game.view).toBeNull();
  });
});

describe('premoves', () => {
  const told = (moves: string[], id?: number, dropped?: DroppedPremove): TopicMessage => ({
    type: 'premoves',
    moves,
    ...(id === undefined ? {} : { id }),
    ...(dropped ? { dropped } : {}),
  });

  test('are shown at once, and then as the server has them', () => {
    const { game, sent } = newGameAsWhite({ situation: SITUATION_E4, moves: [E4] });
    game.setPremoves(['g1f3', 'f1b5']);
    expect(sent.at(-1)).toEqual({ type: 'premoves', id: 1, seq: 1, moves: ['g1f3', 'f1b5'] });
    expect(game.premoves).toEqual(['g1f3', 'f1b5']);
    game.receive(told(['g1f3', 'f1b5'], 1));
    game.receive(played(2, E5, SITUATION_E5));
    game.receive(told(['f1b5']));
    expect(game.premoves).toEqual(['f1b5']);
  });

  test('say why they were dropped until the next move', () => {
    const { game, cues } = newGameAsWhite({ situation: SITUATION_E4, moves: [E4] });
    game.setPremoves(['e4d5']);
    game.receive(played(2, E5, SITUATION_E5));
    const message = 'There is nothing to capture on d5.';
    const refusal: Refusal = { kind: 'premove_too_slow', cost_ms: 100 };
    game.receive(told([], undefined, { uci: 'e4d5', refusal, message }));
    expect(game.premoves).toEqual([]);
    expect(noticeOf(game, 'online')).toMatchObject({ tone: 'refusal', text: expect.stringContaining('e4–d5') });
    expect(cues.at(-1)).toBe('refused');
    game.receive(played(3, E4, SITUATION_E4));
    expect(game.droppedPremove).toBeNull();
  });

  test('that the server has not heard are sent again, the latest alone', () => {
    const { game, sent, world } = newGameAsWhite({ situation: SITUATION_E4, moves: [E4] });
    world.isOnline = false;
    game.setPremoves(['g1f3']);
    game.setPremoves(['g1f3', 'f1b5']);
    world.isOnline = true;
    game.receive({ type: 'synced', seq: 1, you: 'white', situation: SITUATION_E4 });
    expect(sent).toEqual([{ type: 'premoves', id: 2, seq: 1, moves: ['g1f3', 'f1b5'] }]);
  });
});

describe('takebacks', () => {
  const event = (seq: number, event: GameEvent, situation: Situation): TopicMessage => ({
    type: 'event',
    seq,
    id: null,
    event,
    situation,
  });

  test('take the moves off the list, and say whose it was', () => {
    const { game, cues } = newGameAsWhite();
    game.receive(played(2, E4, SITUATION_E4));
    game.receive(event(3, { kind: 'takeback_proposed', by: 'white' }, { ...SITUATION_E4, takeback: 'white' }));
    expect(offersOf(game)).toEqual([]);
    game.receive(event(4, { kind: 'taken_back', by: 'white', half_moves: 1 }, situation()));
    expect(game.line.moves).toHaveLength(0);
    expect(game.line.fen).toBe(START_FEN);
    expect(noticeOf(game, 'online').text).toBe('Your move was taken back.');
    expect(cues).toEqual(['move', 'move']);
    // Whoever looked at a move that is gone looks at the end.
    expect(game.line.isAtEnd).toBe(true);
  });

  test('an arbiter’s pause stands under the board until the clocks run again, also after going back', async () => {
    const { game } = newGameAsWhite();
    game.receive(played(2, E4, SITUATION_E4));
    const paused = { paused: true, legal: [] };
    game.receive(event(3, { kind: 'clocks_paused' }, { ...SITUATION_E4, ...paused }));
    const told = 'The arbiter has paused the clocks. The game goes on when they run again.';
    // The words of refusals are fetched with the first one.
    await expect.poll(() => noticeOf(game, 'online').text).toBe(told);
    game.receive(event(4, { kind: 'set_back', half_moves: 1 }, { ...situation(), ...paused }));
    expect(game.line.fen).toBe(START_FEN);
    expect(noticeOf(game, 'online').text).toBe(told);
    game.receive(event(5, { kind: 'clocks_resumed' }, situation()));
    expect(noticeOf(game, 'online').text).not.toBe(told);
  });

  test('of the opponent are answered by name', () => {
    const { game, sent, cues } = newGameAsWhite();
    game.receive(played(2, E4, SITUATION_E4));
    game.receive(played(3, E5, SITUATION_E5));
    game.receive(event(4, { kind: 'takeback_proposed', by: 'black' }, { ...SITUATION_E5, takeback: 'black' }));
    expect(cues.at(-1)).toBe('offer');
    const [offer] = offersOf(game);
    expect(offer?.answers.map(({ name }) => name)).toEqual(['Accept takeback', 'Decline takeback']);
    expect(offer?.answers.map(({ label }) => label)).toEqual(['Accept', 'Decline']);
    offer?.answers[1].act();
    expect(sent.at(-1)).toEqual({ type: 'answer_takeback', id: 1, accept: false, seq: 4, key: expect.any(String) });
  });

  test('and a draw are asked side by side, and each answer carries what was known of its question', () => {
    const { game, sent } = newGameAsWhite();
    game.receive(played(2, E4, SITUATION_E4));
    game.receive(played(3, E5, SITUATION_E5));
    const asks = { ...SITUATION_E5, takeback: 'black', draw_offer: 'black' } as const;
    game.receive(event(4, { kind: 'takeback_proposed', by: 'black' }, { ...SITUATION_E5, takeback: 'black' }));
    game.receive(event(5, { kind: 'draw_offered', by: 'black' }, asks));
    const offers = offersOf(game);
    expect(offers.map(({ question }) => question)).toEqual(['takeback', 'draw']);
    const labels = offers.flatMap(({ answers }) => answers.map(({ label }) => label));
    expect(new Set(labels).size, 'every answer has words of its own').toBe(4);
    for (const { answers } of offers) answers[0].act();
    expect(sent).toEqual([
      { type: 'answer_takeback', id: 1, accept: true, seq: 4, key: expect.any(String) },
      { type: 'answer_draw', id: 2, accept: true, seq: 5, key: expect.any(String) },
    ]);
  });

  test('and gifts are in the menu where they make sense', () => {
    const { game } = newGameAsWhite();
    expect(deedsOf(game).map(({ label, isOff }) => [label, isOff])).toEqual([['Propose takeback', true]]);
    const time = { initial_ms: 60_000, increment_ms: 0 };
    const timed = newGameAsWhite({ time, no_takebacks: true });
    expect(deedsOf(timed.game).map(({ label }) => label)).toEqual(['Give time']);
    // A machine is asked for nothing.
    const black = { kind: 'computer', level: 3 } as const;
    expect(deedsOf(newGameAsWhite({ time, black }).game).map(({ label }) => label)).toEqual(['Take back']);
    expect(deedsOf(newGameAsWhite({ time, black, rated: true }).game)).toEqual([]);
  });
});

test('a computer that declines a draw is called one', () => {
  for (const [black, text] of [[{ kind: 'computer', level: 3 }, 'The computer declined the draw.'], [{ kind: 'guest', name: 'Ann' }, 'Ann declined the draw.']] as const) {
    const { game } = newGameAsWhite({ black });
    game.receive({ type: 'event', seq: 2, id: null, event: { kind: 'draw_declined', by: 'black' }, situation: situation() });
    expect(noticeOf(game, 'online').text).toBe(text);
  }
});

test('a rematch that was declined is told, and can still be offered by who declined', () => {
  const { game } = newGameAsWhite();
  const status = { kind: 'ended', result: 'white_wins', termination: 'resignation' } as const;
  game.receive({ type: 'synced', seq: 1, you: 'white', situation: situation({ status }) });
  game.receive({ type: 'rematch', offered_by: 'black', game: null });
  expect(noticeOf(game, 'online')).toMatchObject({ invites: true, text: expect.stringContaining('Guest 2 would like a rematch.') });
  // Whoever has made an offer withdraws it: nothing is declined.
  game.receive({ type: 'rematch', offered_by: null, game: null, declined_by: 'black' });
  expect(noticeOf(game, 'online').text).not.toContain('rematch');
  game.receive({ type: 'rematch', offered_by: 'white', game: null });
  game.receive({ type: 'rematch', offered_by: null, game: null, declined_by: 'black' });
  expect(noticeOf(game, 'online').text).toContain('Guest 2 declined the rematch.');
});

test('an own offer of a rematch says whether the opponent is still there', () => {
  const { game } = newGameAsWhite();
  const status = { kind: 'ended', result: 'white_wins', termination: 'resignation' } as const;
  game.receive({ type: 'synced', seq: 1, you: 'white', situation: situation({ status }) });
  game.receive({ type: 'presence', white: true, black: true, watchers: 0 });
  game.receive({ type: 'rematch', offered_by: 'white', game: null });
  expect(noticeOf(game, 'online').text).toBe('You offered Guest 2 a rematch.');
  game.receive({ type: 'presence', white: true, black: false, watchers: 0 });
  expect(noticeOf(game, 'online').text).toBe('Guest 2 has left. Your rematch offer still stands.');
});

test('a refusal names the squares that it is about', () => {
  const { game } = newGameAsWhite();
  const [rook, knight] = [{ color: 'black', role: 'rook' }, { color: 'white', role: 'knight' }] as const;
  const refusal = { kind: 'illegal', reason: { reason: 'pinned', piece: knight, from: 'e2', by: rook, on: 'e8' } } as Refusal;
  game.receive({ type: 'refused', id: 1, seq: 1, refusal, message: '' });
  expect(noticeOf(game, 'online').squares).toEqual(['e2', 'e8', 'e1']);
  game.receive({ type: 'refused', id: 2, seq: 1, refusal: { kind: 'not_a_player' }, message: '' });
  expect(noticeOf(game, 'online').squares).toEqual([]);
});

test('a game whose server is out of reach says so until it is heard again, but not over its result', () => {
  const { game } = newGameAsWhite();
  game.move('e2', 'e4');
  expect(noticeOf(game, 'connecting')).toMatchObject({ tone: 'strong', text: 'Connecting to the game…' });
  game.receive(played(2, E4, SITUATION_E4, game.pending!.id));
  expect(noticeOf(game, 'online').text).toBe('Guest 2’s turn.');
  game.line.review(0);
  expect(noticeOf(game, 'connecting').back, 'the way back to the end stays').toBe(true);
  game.line.review(1);
  const result = { kind: 'ended', result: 'white_wins', termination: 'resignation' } as const;
  game.situation = { ...SITUATION_E4, status: result };
  expect(noticeOf(game, 'connecting').tone).toBe('result');
});
