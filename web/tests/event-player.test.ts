// SPDX-License-Identifier: AGPL-3.0-or-later
// What an event tells those who play in it: whom they meet, where they stand, what a press has done, and the way back from a game.
import { flushSync, mount, tick, unmount } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import EntryButtons from '../src/events/EntryButtons.svelte';
import EventPage from '../src/events/EventPage.svelte';
import { EventState } from '../src/events/event.svelte';
import GameEvent from '../src/events/GameEvent.svelte';
import { isFinal, isKnockedOut } from '../src/events/knockout';
import OrganiserBar from '../src/events/OrganiserBar.svelte';
import { ownBoard } from '../src/events/own-board';
import Pairings from '../src/events/Pairings.svelte';
import { hashOf, tabOf } from '../src/events/tabs';
import { challenges } from '../src/lobby/challenges.svelte';
import { rounds } from '../src/lobby/rounds.svelte';
import { languages, t } from '../src/locale';
import { noticeOf } from '../src/live/notice';
import RematchActions from '../src/live/RematchActions.svelte';
import { account } from '../src/platform/account.svelte';
import type { EventView, Me, PlayerView } from '../src/platform/protocol';
import { serverClock } from '../src/platform/server-clock.svelte';
import { tab } from '../src/platform/tab';
import { newGame, situation, view as gameView } from './support';

const entrant = (id: number, name: string, presence = 'present') => ({ id, name, has_account: true, title: '', rating: null, federation: '', club: '', over_the_board: false, presence, team: null, playing: null, desk: null });
const game = (outcome: string | null, turned = false) => ({ turned, game: 'aaaaaaaa', outcome, typed: null });
const board = (white: number, black: number, games: ReturnType<typeof game>[], number = 1) => ({ number, white, black, games, online: true, left: false, postponed: false, table: null });
const round = (boards: ReturnType<typeof board>[], stage = 'started', byes: number[] = []) => ({ stage, boards, byes, half_byes: [], by_hand: false, begun: null, paired: 1 });
const facts = { name: 'Friday', format: { kind: 'swiss', rounds: 3 }, time: null, arena: null, teams: null, section: null, tie_breaks: [], may_organise: false, open: true, by_code: false, stage: 'running', total_rounds: 3, next_start: null, pause: null, games_per_pairing: 1, ratings: { from: null, to: null }, withdrawn: '', entry_code: null, owner: null, helpers: [], categories: [], codes: [], cards: null, fees: null, options: null, cancelled: '', chess960: false, rated: false, default_time: 0, short_names: false, player_results: false, table_codes: 0, programme: '', starts: null, over_the_board: false, check_in: null };
const event = (more: object = {}, changed: object = {}): EventView =>
  ({ id: '00000007', number: 3, facts: { ...facts, ...changed }, me: 1, my_byes: null, entrants: [entrant(1, 'Ann'), entrant(2, 'Bo'), entrant(3, 'Cid')], rounds: [], standings: [], ...more }) as unknown as EventView;

const ann = { kind: 'player', name: 'Ann' } as PlayerView;
const bo = { kind: 'player', name: 'Bo' } as PlayerView;

let app: ReturnType<typeof mount> | undefined;
beforeEach(async () => {
  await languages.speak('en');
  await languages.need('events');
});
afterEach(async () => {
  challenges.news = null;
  if (app) await unmount(app);
  app = undefined;
  account.me = null;
  rounds.all = {};
  document.body.replaceChildren();
  history.replaceState(null, '', '/');
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function show(part: typeof EntryButtons | typeof Pairings | typeof OrganiserBar, shown: EventView, answer?: EventView) {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(answer ?? shown), { headers: { 'content-type': 'application/json' } }));
  let told: (message: unknown) => void = () => undefined;
  vi.spyOn(tab, 'follow').mockImplementation((_, listener) => {
    told = listener.onMessage as typeof told;
    return { stop: () => undefined } as never;
  });
  const state = new EventState('00000007');
  state.start();
  told({ type: 'event_state', event: shown });
  const props = given(state);
  app = mount(part as typeof Pairings, { target: document.body, props });
  flushSync();
  return state;
}
/** What a part is given: the event as it is now. */
const given = (state: EventState) => ({
  event: state,
  get view() {
    return state.view as EventView;
  },
});
const buttons = () => [...document.querySelectorAll('button')].map((button) => button.textContent?.trim());
const press = (name: string) => {
  const button = [...document.querySelectorAll('button')].find((one) => one.textContent?.trim() === name);
  button?.focus();
  button?.click();
};

test('whoever is paused, or has left, reads so beside "Rejoin"', () => {
  show(EntryButtons, event({ entrants: [entrant(1, 'Ann', 'paused')] }));
  expect(document.body.textContent).toContain('You’re paused. You aren’t paired with anyone until you rejoin.');
  expect(buttons()).toEqual(['Rejoin']);
});

test('whoever has lost in a knockout is told so, and has nothing to withdraw from', () => {
  const knock = { format: { kind: 'knock_out', games: 1 }, total_rounds: 2 };
  const lost = event({ me: 2, rounds: [round([board(1, 2, [game('1-0')]), board(3, 4, [game(null)], 2)])] }, knock);
  show(EntryButtons, lost);
  expect(document.body.textContent).toContain('You’re out of the knockout.');
  expect(buttons()).toEqual([]);
  expect(isKnockedOut({ ...lost, me: 1 })).toBe(false);
  expect(isKnockedOut({ ...lost, me: 3 }), 'the match goes on').toBe(false);
});

test('colours change within a match, and its loser is who has fewer points', () => {
  const knock = { format: { kind: 'knock_out', games: 2 }, total_rounds: 1 };
  const match = event({ me: 2, rounds: [round([board(1, 2, [game('1/2-1/2'), game('0-1', true)])])] }, knock);
  expect(isKnockedOut(match)).toBe(true);
  expect(isKnockedOut({ ...match, me: 1 })).toBe(false);
});

test('a press by keyboard leaves the focus where its button stood, and says what it has done', async () => {
  const shown = event({}, { may_organise: true });
  const state = show(OrganiserBar, shown, event({ number: 4, rounds: [round([], 'draft')] }, { may_organise: true }));
  press('Pair next round');
  await vi.waitFor(() => expect(buttons()).toContain('Publish'));
  await tick();
  await vi.waitFor(() => expect(document.activeElement?.classList.contains('acts')).toBe(true));
  expect(state.done).toBe('Round 1 is paired. Only organisers see it yet.');
});

test('an entry that changes leaves the focus in its place', async () => {
  const state = show(EntryButtons, event(), event({ number: 4, entrants: [entrant(1, 'Ann', 'paused')] }));
  press('Pause');
  await vi.waitFor(() => expect(buttons()).toEqual(['Rejoin']));
  await vi.waitFor(() => expect(document.activeElement?.classList.contains('entry')).toBe(true));
  expect(state.done).toBe('You’re paused.');
});

test('a round is taken back with a reason alone', () => {
  show(OrganiserBar, event({ rounds: [round([board(1, 2, [])], 'published')] }, { may_organise: true }));
  press('Unpublish');
  flushSync();
  const field = document.querySelector<HTMLInputElement>('form input[maxlength="200"]');
  expect(field?.required).toBe(true);
  expect(new RegExp(`^(?:${field?.pattern})$`).test('  '), 'spaces say nothing').toBe(false);
});

test('a published round says whom the visitor meets, and marks their row', () => {
  const shown = event({ me: 2, rounds: [round([board(3, 4, [game(null)]), board(1, 2, [], 2)], 'published')] });
  expect(ownBoard(shown)).toEqual({ kind: 'board', board: 2, opponent: 1, side: 'black', game: 1, id: null });
  expect(t.events.own.play('Ann', 'black', 2)).toBe('You play Ann with Black on board 2.');
  show(Pairings, shown);
  expect([...document.querySelectorAll('li')].map((row) => row.classList.contains('own'))).toEqual([false, true]);
});

test('a drafted round tells players nothing, a bye is told, and a result ends it', () => {
  expect(ownBoard(event({ rounds: [round([board(1, 2, [])], 'draft')] }))).toBeNull();
  expect(ownBoard(event({ rounds: [round([], 'published', [1])] }))).toEqual({ kind: 'bye', round: 1 });
  expect(ownBoard(event({ rounds: [round([board(1, 2, [game('1-0')])])] }))).toBeNull();
  expect(ownBoard(event({ me: null, rounds: [round([board(1, 2, [])], 'published')] }))).toBeNull();
});

test('a match that is drawn goes on with its next game, and the other colour', () => {
  const shown = event({ rounds: [round([board(1, 2, [game('1/2-1/2'), game(null, true)])])] }, { format: { kind: 'knock_out', games: 1 } });
  expect(ownBoard(shown)).toMatchObject({ side: 'black', game: 2, id: 'aaaaaaaa' });
  expect(t.events.own.goesOn(2)).toBe('The match goes on: game 2.');
});

test('the last round of a knockout is called the final', () => {
  const knock = { format: { kind: 'knock_out', games: 1 }, total_rounds: 2 };
  const shown = event({ rounds: [round([board(1, 2, [game('1-0')]), board(3, 4, [game('1-0')], 2)]), round([board(1, 3, [])])] }, knock);
  expect([1, 2].map((number) => isFinal(shown, number))).toEqual([false, true]);
  show(Pairings, shown);
  expect([...document.querySelectorAll('option')].map((option) => option.textContent)).toEqual(['Round 1', 'Final']);
});

test('a result that stands is corrected', () => {
  show(Pairings, event({ rounds: [round([board(1, 2, [game('1-0')]), board(3, 4, [game(null)], 2)])] }, { may_organise: true }));
  expect(buttons().filter((name) => name?.endsWith('result'))).toEqual(['Correct result', 'Enter result']);
});

test('the list and its round stand in the address', () => {
  expect([hashOf('standings', null), hashOf('pairings', null), hashOf('pairings', 2), hashOf('crosstable', 2)]).toEqual(['', '#pairings', '#pairings=2', '#crosstable']);
  expect(tabOf('#pairings=2')).toEqual({ tab: 'pairings', round: 2 });
  expect(tabOf('#pairings=x')).toEqual({ tab: 'pairings', round: null });
  expect(tabOf('#results=2')).toBeNull();
});

/** The page of the event, which the topic tells. */
function open(shown: EventView, answer: unknown = shown) {
  const asked: unknown[] = [];
  vi.stubGlobal('fetch', async (_: string, request?: RequestInit) => {
    if (request?.method === 'POST') asked.push(JSON.parse(String(request.body)));
    return new Response(JSON.stringify(answer), { headers: { 'content-type': 'application/json' } });
  });
  vi.spyOn(tab, 'follow').mockImplementation((topic, listener) => {
    if (topic === 'event:00000007') listener.onMessage({ type: 'event_state', topic, event: shown } as never);
    return { stop: () => undefined } as never;
  });
  app = mount(EventPage, { target: document.body, props: { id: '00000007' } });
  flushSync();
  return asked;
}

test('an event is opened at the list and the round of its address, and a choice is kept there', () => {
  history.replaceState(null, '', '/event/00000007#pairings=1');
  open(event({ rounds: [round([board(1, 2, [game('1-0')])]), round([board(2, 1, [])], 'published')] }));
  expect(document.querySelector<HTMLSelectElement>('select')?.value).toBe('1');
  document.querySelector<HTMLInputElement>('input[value="crosstable"]')?.click();
  flushSync();
  expect(location.hash).toBe('#crosstable');
});

test('whoever logs in to join has joined', async () => {
  account.isKnown = true;
  const asked = open(event({ me: null }));
  press(t.events.logInToJoin);
  account.me = { name: 'Ann', role: 'player' } as unknown as Me;
  flushSync();
  await vi.waitFor(() => expect(asked).toEqual([{ seen: 3, act: { do: 'join' } }]));
});

test('that a game has begun is no news on the event’s page once it is over', () => {
  challenges.news = { kind: 'began', game: 'aaaaaaaa', opponent: bo };
  open(event({ rounds: [round([board(1, 2, [game('1-0')])])] }));
  expect(challenges.news).toBeNull();
});

/** A game of an event in which White has not made the first move. */
async function missed(you: 'white' | 'black', pauses = true) {
  const { game } = newGame();
  game.view = gameView({ white: ann, black: bo, no_rematch: true });
  game.you = you;
  game.situation = situation({ turn: 'white', status: { kind: 'ended', result: 'aborted', termination: 'no_first_move' } });
  const place = { id: '00000007', name: 'Friday', round: 1, board: 1, pauses };
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ event: place }), { headers: { 'content-type': 'application/json' } }));
  app = mount(GameEvent, { target: document.body, props: { id: 'aaaaaaaa', game } });
  flushSync();
  await vi.waitFor(() => expect(game.event).not.toBeNull());
  flushSync();
  return game;
}

test('a missed first move of an event’s game is lost by forfeit, and its player reads that they pause', async () => {
  const game = await missed('white');
  expect(noticeOf(game, 'online').text).toBe('You didn’t make your first move: lost by forfeit.');
  expect(document.body.textContent).toContain('You aren’t paired until you rejoin.');
});

test('the opponent reads it too, and pauses not', async () => {
  const game = await missed('black');
  expect(noticeOf(game, 'online').text).toBe('Ann didn’t make the first move: lost by forfeit.');
  expect(document.body.textContent).not.toContain('until you rejoin');
});

test('nobody pauses in a table', async () => {
  await missed('white', false);
  expect(document.body.textContent).not.toContain('until you rejoin');
});

test('the way on from a game of an event is the event, with the countdown to its next round', async () => {
  const game = await missed('white');
  if (app) await unmount(app);
  // The answers in these tests name no time, so a countdown of an earlier one may have left the server's clock without it.
  serverClock.take(0, 0, 0);
  rounds.all = { '00000007': { type: 'next_round', event: '00000007', name: 'Friday', round: 2, at: serverClock.now() + 600_000 } as never };
  app = mount(RematchActions, { target: document.body, props: { game, id: 'aaaaaaaa' } });
  flushSync();
  const back = document.querySelector<HTMLAnchorElement>('a.primary');
  expect(back?.getAttribute('href')).toBe('/event/00000007');
  expect(back?.textContent).toMatch(/Back to Friday\s*Round 2 starts in \d+:\d\d/);
});
