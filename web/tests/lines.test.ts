// SPDX-License-Identifier: AGPL-3.0-or-later
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { START_FEN } from '../src/board/fen';
import { BESIDES } from '../src/live/besides';
import { beside } from '../src/lines/floating';
import { lineText, numbered } from '../src/lines/numbered';
import { Prepared } from '../src/lines/prepared.svelte';
import { Trying } from '../src/lines/trying.svelte';
import { languages } from '../src/locale';
import type { LinesView, TriedLine } from '../src/platform/protocol';
import { AFTER_E4, AFTER_E5, E4, E5, view } from './support';

beforeEach(() => languages.need('lines'));
afterEach(() => vi.unstubAllGlobals());

const beginning = (fen = START_FEN) => ({ fen, since: 4, mayWait: true });

/** A server that knows one game: 1. e4 e5. */
const asked: string[][] = [];
const ask = (_: string, moves: string[]): Promise<TriedLine> => {
  asked.push(moves);
  const known = [E4, E5];
  const wrong = moves.findIndex((move, index) => move !== known[index]?.uci);
  const legal = wrong < 0 ? moves.length : wrong;
  const refusal = { kind: 'illegal', reason: { kind: 'no_piece', square: 'e3' } } as never;
  return Promise.resolve({
    moves: known.slice(0, legal),
    legal: legal === 0 ? ['e2e4', 'a7a8q', 'a7a8n'] : ['e7e5'],
    refused: wrong < 0 ? null : { ply: wrong, refusal, message: 'There is no piece on e3.' },
  });
};

test('moves are numbered from the position that the line begins in', () => {
  expect(lineText(START_FEN, [E4, E5])).toBe('1. e4 e5');
  expect(lineText(AFTER_E4, [E5])).toBe('1… e5');
  expect(lineText(START_FEN, [E4, E5], 1), 'what has been played is left out').toBe('1… e5');
  expect(numbered(AFTER_E5.replace(' 2', ' 17'), [E4, E5]).map(({ number }) => number)).toEqual(['17.', '']);
});

test('a line grows by legal moves, and the server says what is legal', async () => {
  const line = new Trying(beginning(), ask, 30);
  expect(line.destinations.size, 'nothing can be moved before the server has answered').toBe(0);
  await vi.waitFor(() => expect(line.isAsking).toBe(false));
  expect(line.destinations.get('e2')).toEqual(['e4']);
  line.move('e2', 'e4');
  await vi.waitFor(() => expect(line.uci).toEqual(['e2e4']));
  expect([line.fen, line.turn, line.lastMove]).toEqual([AFTER_E4, 'black', ['e2', 'e4']]);
  line.attempt('e3', 'e4');
  await vi.waitFor(() => expect(line.problem).not.toBe(''));
  expect(line.uci, 'the line stays').toEqual(['e2e4']);
  line.back();
  await vi.waitFor(() => expect(line.uci).toEqual([]));
  expect(line.problem).toBe('');
});

test('a pawn asks what it becomes, and a line has an end', async () => {
  const line = new Trying(beginning(), ask, 1);
  await vi.waitFor(() => expect(line.isAsking).toBe(false));
  line.move('a7', 'a8');
  expect(line.promotion?.roles).toEqual(['queen', 'knight']);
  line.promote(null);
  expect(line.promotion).toBe(null);
  line.move('e2', 'e4');
  await vi.waitFor(() => expect(line.uci).toEqual(['e2e4']));
  asked.length = 0;
  line.move('e7', 'e5');
  await vi.waitFor(() => expect(line.problem).toContain('at most 1'));
  expect([asked, line.uci]).toEqual([[], ['e2e4']]);
});

test('a line that was put on the board could be taken back, but not leafed through', async () => {
  const line = new Trying(beginning(), ask, 30, ['e2e4', 'e7e5']);
  const stands = (...moves: string[]) => vi.waitFor(() => expect([line.isAsking, line.uci]).toEqual([false, moves]));
  await stands('e2e4', 'e7e5');
  line.back();
  await stands('e2e4');
  line.back();
  await stands();
  line.forward();
  await stands('e2e4');
  line.attempt('a1', 'a2');
  await vi.waitFor(() => expect(line.problem).not.toBe(''));
  expect(line.canGoOn, 'a move that is refused changes nothing').toBe(true);
  line.move('e7', 'e5');
  await stands('e2e4', 'e7e5');
  expect(line.canGoOn).toBe(false);
});

test('the card of a line comes to the board’s right where there is room, else to the lower edge', () => {
  for (const [right, width, from] of [[398, 844, 406], [458.4, 720, 467], [320, 320, 0], [700, 820, 0]] as const) {
    expect(beside(right, width), `${right} of ${width}`).toEqual({ from });
  }
});

test('without a server the line stays as it was, with a word', async () => {
  let isThere = true;
  const line = new Trying(beginning(), (fen, moves) => (isThere ? ask(fen, moves) : Promise.reject(new Error('gone'))), 30);
  await vi.waitFor(() => expect(line.isAsking).toBe(false));
  line.move('e2', 'e4');
  await vi.waitFor(() => expect(line.uci).toEqual(['e2e4']));
  isThere = false;
  line.move('e7', 'e5');
  await vi.waitFor(() => expect(line.problem).not.toBe(''));
  expect(line.uci).toEqual(['e2e4']);
});

const LINES: LinesView = {
  conditional: [
    { since: 2, start_fen: AFTER_E4, moves: [E5], standing: { kind: 'waits', played: 0 } },
    { since: 2, start_fen: AFTER_E4, moves: [E5], standing: { kind: 'played' } },
    { since: 2, start_fen: AFTER_E4, moves: [E5], standing: { kind: 'other_move', played: 0 } },
    { since: 2, start_fen: AFTER_E4, moves: [E5], standing: { kind: 'taken_back' } },
  ],
  private: [],
  waits: false,
  most_lines: 20,
  most_half_moves: 30,
};

test('what waits stands apart from what was played for the person or was dropped', async () => {
  const calls: [string, unknown][] = [];
  vi.stubGlobal('fetch', (path: string, init?: RequestInit) => {
    calls.push([path, init?.body ? JSON.parse(String(init.body)) : null]);
    return Promise.resolve(new Response(JSON.stringify(LINES)));
  });
  const prepared = new Prepared('AbCd1234');
  await prepared.look();
  expect([prepared.waiting.length, prepared.past.map(({ kind, lines }) => [kind, lines.length])]).toEqual([1, [['played', 1], ['other_move', 1], ['taken_back', 1]]]);
  await prepared.edit(prepared.removal(LINES.conditional[0]!));
  expect(calls).toEqual([
    ['/api/page/lines/AbCd1234', null],
    ['/api/page/lines/AbCd1234', { edit: 'remove_conditional', since: 2, moves: ['e7e5'] }],
  ]);
});

test('a refusal is said in the language of the page, and what is stored stays', async () => {
  let answer = new Response(JSON.stringify(LINES));
  vi.stubGlobal('fetch', () => Promise.resolve(answer));
  const prepared = new Prepared('AbCd1234');
  await prepared.look();
  const refused = (code: string) => new Response(JSON.stringify({ error: { code, message: 'in the server’s words' } }), { status: 409 });
  await languages.speak('de');
  await languages.need('lines');
  for (const [code, said] of [
    ['line_contradicts', 'antworten in derselben Stellung verschieden'],
    ['line_overtaken', 'hat gerade anders gezogen'],
    ['never_heard_of', 'In the server’s words.'],
  ] as const) {
    answer = refused(code);
    expect(await prepared.edit({ edit: 'remove_dropped' })).toBe(false);
    expect(prepared.problem).toContain(said);
  }
  await languages.speak('en');
  expect(prepared.view).toEqual(LINES);
});

test('only games with days for each move have the card', () => {
  const has = (time: ReturnType<typeof view>['time']) => BESIDES.some(({ isFor }) => isFor(view({ time })));
  expect([has({ days: 3 }), has(null), has({ initial_ms: 60_000, increment_ms: 0 })]).toEqual([true, false, false]);
});
