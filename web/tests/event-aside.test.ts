// SPDX-License-Identifier: AGPL-3.0-or-later
// What stands beside an event, and the line about the next one.
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import Berserk from '../src/events/Berserk.svelte';
import type { EventState } from '../src/events/event.svelte';
import Programme from '../src/events/Programme.svelte';
import { runningGames, TopGame } from '../src/events/topgame.svelte';
import NextRound from '../src/lobby/NextRound.svelte';
import { rounds } from '../src/lobby/rounds.svelte';
import { languages, t } from '../src/locale';
import { router } from '../src/platform/router.svelte';
import type { EventView, Situation } from '../src/platform/protocol';
import type { TabSocket } from '../src/platform/socket';

let app: ReturnType<typeof mount> | undefined;
beforeEach(() => languages.need('events'));
afterEach(async () => {
  if (app) await unmount(app);
  app = undefined;
  rounds.all = {};
  router.route = null;
  document.body.replaceChildren();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const entrant = (id: number, playing: string | null) => ({ id, playing });
const board = (white: number, black: number, game: string | null, outcome: string | null, online = true) => ({ white, black, online, games: [{ game, outcome }] });
const view = (more: object) => ({ facts: { arena: null }, me: null, rounds: [], standings: [], entrants: [], ...more }) as unknown as EventView;

test('the top game of a round is that of the first board which is played here and goes on', () => {
  const boards = [board(1, 2, 'aaaaaaaa', '1-0'), board(3, 4, null, null, false), board(5, 6, 'bbbbbbbb', null), board(7, 8, 'cccccccc', null)];
  const before = { stage: 'started', boards: [board(1, 2, 'dddddddd', null)] };
  const rounds = [before, { stage: 'started', boards }, { stage: 'draft', boards: [] }];
  expect(runningGames(view({ rounds }))).toEqual(['bbbbbbbb', 'cccccccc']);
  expect(runningGames(view({ rounds, me: 6 }))).toEqual(['cccccccc']);
});

test('the top game of an arena is that of the best who plays', () => {
  const entrants = [entrant(1, 'aaaaaaaa'), entrant(2, null), entrant(3, 'bbbbbbbb'), entrant(4, 'bbbbbbbb')];
  const standings = [2, 3, 1, 4].map((entrant) => ({ entrant }));
  const arena = view({ facts: { arena: {} }, entrants, standings });
  expect(runningGames(arena)).toEqual(['bbbbbbbb', 'aaaaaaaa']);
  expect(runningGames({ ...arena, me: 4 })).toEqual(['aaaaaaaa']);
});

test('the clock of the side to move runs between two messages', () => {
  vi.useFakeTimers();
  const top = new TopGame('aaaaaaaa', { follow: () => ({ stop: () => undefined }) } as unknown as TabSocket);
  const stop = top.start();
  const clocks = { white_ms: 60_000, black_ms: 50_000, running: 'white', delay_ms: 500, first_move_ms: null };
  const situation = { fen: 'x', clocks } as unknown as Situation;
  const player = { kind: 'guest', name: 'Ann' };
  const game = { id: 'aaaaaaaa', white: player, black: player, time: null, moves: [], situation };
  top.receive({ type: 'state', topic: 'game:aaaaaaaa', seq: 1, you: null, game } as never);
  vi.advanceTimersByTime(2_000);
  expect(top.game?.clocks).toMatchObject({ white_ms: 58_500, black_ms: 50_000 });
  const move = { uci: 'e2e4' };
  const after = { ...situation, fen: 'y', clocks: { ...clocks, white_ms: 58_400, running: 'black', delay_ms: null } };
  top.receive({ type: 'event', topic: 'game:aaaaaaaa', seq: 2, id: null, event: { kind: 'move_played', move, by: 'white' }, situation: after } as never);
  vi.advanceTimersByTime(1_000);
  expect(top.game).toMatchObject({ fen: 'y', last_move: 'e2e4', clocks: { white_ms: 58_400, black_ms: 49_000 } });
  stop();
});

test('a move that was undone is not marked as the last one', () => {
  const top = new TopGame('aaaaaaaa', {} as unknown as TabSocket);
  const situation = { fen: 'x', clocks: null } as unknown as Situation;
  const player = { kind: 'guest', name: 'Ann' };
  const game = { id: 'aaaaaaaa', white: player, black: player, time: null, moves: [{ uci: 'e2e4' }], situation };
  const happens = (event: object) => {
    top.receive({ type: 'event', topic: 'game:aaaaaaaa', seq: 2, id: null, event, situation } as never);
    return top.game?.last_move;
  };
  top.receive({ type: 'state', topic: 'game:aaaaaaaa', seq: 1, you: null, game, more: true } as never);
  top.receive({ type: 'moves', topic: 'game:aaaaaaaa', from: 1, moves: [{ uci: 'e7e5' }] } as never);
  expect(top.game?.last_move).toBe('e7e5');
  happens({ kind: 'move_played', move: { uci: 'g1f3' }, by: 'white' });
  happens({ kind: 'move_played', move: { uci: 'b8c6' }, by: 'black' });
  expect(happens({ kind: 'taken_back', by: 'black', half_moves: 1 })).toBe('g1f3');
  expect(happens({ kind: 'set_back', half_moves: 2 })).toBe('e2e4');
  expect(happens({ kind: 'set_back', half_moves: 1 })).toBeNull();
});

test('"Berserk" stands on the notice line until it is pressed or too late, and the mark beside the name', () => {
  const page = document.createElement('main');
  page.innerHTML = `<div class="notice-area"><div class="line"></div></div>
    <section class="player" aria-label="${t.sides.white}"><span class="name"></span></section>
    <section class="player" aria-label="${t.sides.black}"><span class="name"></span></section><div id="facts"></div>`;
  document.body.append(page);
  const orders: unknown[] = [];
  const game = gameWith({ berserk: ['black'], may_berserk: ['white'] }, orders);
  app = mount(Berserk, { target: page.querySelector('#facts') as Element, props: { game } });
  flushSync();
  const button = page.querySelector<HTMLButtonElement>('.notice-area > .line > button');
  expect(button?.textContent?.trim()).toBe('Berserk');
  button?.click();
  expect(orders).toEqual([{ type: 'berserk' }]);
  const names = [...page.querySelectorAll('.player .name')].map((name) => name.textContent);
  expect(names).toEqual(['', t.events.arena.berserk]);
});

const gameWith = (situation: object, orders: unknown[]) => ({ you: 'white' as const, situation: situation as unknown as Situation, order: (order: object) => orders.push(order) });

test('the next event of the site is a line of the start page, and no countdown above it', () => {
  const at = Date.now() + 3_600_000;
  const event = { type: 'next_round', event: '00000007', name: 'Friday blitz', round: 0, at } as const;
  rounds.all = { '00000007': { ...event, enter: true } };
  app = mount(NextRound, { target: document.body });
  flushSync();
  expect(document.querySelector('aside')).toBeNull();
  rounds.all = { '00000007': { ...event, enter: false } };
  flushSync();
  expect(document.querySelector('aside')?.textContent).toContain('Friday blitz');
  rounds.all = {};
});

const nextRound = (event: string, name: string, at: number) => ({ type: 'next_round', event, name, round: 4, at, enter: false }) as const;

test('on the page of an event no second countdown stands above its own, but that of another event does', () => {
  const at = Date.now() + 600_000;
  rounds.all = { '00000007': nextRound('00000007', 'Friday blitz', at) };
  router.route = { page: 'event', id: '00000007' };
  app = mount(NextRound, { target: document.body });
  flushSync();
  expect(document.querySelector('aside')).toBeNull();
  rounds.all = { ...rounds.all, '00000008': nextRound('00000008', 'Winter league', at + 1) };
  flushSync();
  expect(document.querySelector('aside')?.textContent).toContain('Winter league');
});

const programmeOf = (kind: string, rounds: object[]): string[] | null => {
  const facts = { starts: null, pause: null, over_the_board: false, programme: '', may_organise: false, format: { kind } };
  app = mount(Programme, { target: document.body, props: { event: {} as EventState, view: view({ facts, rounds }) } });
  flushSync();
  return document.querySelector('section') && [...document.querySelectorAll('dt, dd')].map((one) => one.textContent);
};

test('the rounds that are over are one line of the programme', () => {
  const round = (outcome: string | null) => ({ stage: 'started', boards: [board(1, 2, 'aaaaaaaa', outcome)] });
  expect(programmeOf('swiss', [round('1-0'), round('0-1'), round('1-0'), round(null)])).toEqual(['Rounds 1–3', 'Played', 'Round 4', 'Being played']);
});

test('a programme that says nothing is left out', () => expect(programmeOf('arena', [])).toBeNull());
