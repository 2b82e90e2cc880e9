// SPDX-License-Identifier: AGPL-3.0-or-later
// Groups and a final on the page, and what is shown while a round is paired.
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import EntryButtons from '../src/events/EntryButtons.svelte';
import { EventState } from '../src/events/event.svelte';
import { groupsOf, mayHaveGroups, usualGroups } from '../src/events/groups';
import PairingProgress from '../src/events/PairingProgress.svelte';
import PlayerGames from '../src/events/PlayerGames.svelte';
import { SectionsState } from '../src/events/sections.svelte';
import SectionTabs from '../src/events/SectionTabs.svelte';
import { languages, t } from '../src/locale';
import type { ArenaGameView, EventView, SectionListed } from '../src/platform/protocol';

const group = (id: string, name: string, more: Partial<SectionListed> = {}): SectionListed => ({ id, number: 7, name, rating_from: null, rating_to: null, part: { kind: 'group' }, players: 4, stage: 'announced', round: 0, round_stage: null, fits: true, mine: false, open: true, may_organise: true, first_board: 1, ...more });
const last = group('ffffffff', 'Final', { part: { kind: 'final', go_on: 2, carry: true }, players: 0, open: false, fits: true });
const view = (part: object | null = { kind: 'group' }): EventView => ({ id: 'aaaaaaaa', number: 3, facts: { name: 'Cup, A', format: { kind: 'round_robin', cycles: 1 }, section: { festival: 'aaaaaaaa', festival_name: 'Cup', name: 'A', rating_from: null, rating_to: null, first_board: null, part }, may_organise: true, over_the_board: false, open: true, teams: null, stage: 'running' }, me: null, entrants: [], rounds: [], standings: [] }) as unknown as EventView;

let shown: object | undefined;
beforeEach(() => languages.need('events'));
afterEach(async () => {
  if (shown) await unmount(shown);
  shown = undefined;
  document.body.replaceChildren();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const texts = (selector: string): (string | undefined)[] => [...document.querySelectorAll(selector)].map((one) => one.textContent?.trim());

function sections(all: SectionListed[]): { event: EventState; sections: SectionsState } {
  const event = new EventState('aaaaaaaa');
  const state = new SectionsState(event);
  state.all = all;
  return { event, sections: state };
}

function tabs(all: SectionListed[], of = view()): (string | undefined)[] {
  shown = mount(SectionTabs, { target: document.body, props: { ...sections(all), view: of } });
  flushSync();
  return texts('button');
}

describe('groups and a final', () => {
  test('are what the form says, called by letters', () => {
    const groups = { ...usualGroups(), count: 2 };
    expect(groupsOf(groups)).toEqual({ names: ['Group A', 'Group B'], last: 'Final', go_on: 2, format: { kind: 'knock_out', games: 1 }, carry: false });
    expect(groupsOf({ ...groups, carry: true }).carry, 'points count for nothing in a knockout').toBe(false);
    expect(groupsOf({ ...groups, final: 'round_robin', carry: true })).toMatchObject({ format: { kind: 'round_robin', cycles: 1 }, carry: true });
    expect(['swiss', 'knock_out', 'arena'].map((kind) => mayHaveGroups(kind as 'swiss'))).toEqual([true, false, false]);
  });

  test('are drawn until a round is published, and paired together without the final', async () => {
    expect(tabs([group('aaaaaaaa', 'A'), group('bbbbbbbb', 'B'), last])).toEqual([t.events.sections.groups.deal, t.events.sections.pairAll]);
    await unmount(shown!);
    expect(tabs([group('aaaaaaaa', 'A', { stage: 'finished', round: 3 }), group('bbbbbbbb', 'B', { round: 1, stage: 'running' }), last]), 'one group is left, and the final waits').toEqual([]);
  });

  test('say who plays in the final, until they are known', async () => {
    tabs([group('aaaaaaaa', 'A'), last], view(last.part));
    expect(document.body.textContent).toContain(t.events.sections.groups.about(2, true));
    await unmount(shown!);
    tabs([group('aaaaaaaa', 'A'), last]);
    expect(document.body.textContent).not.toContain(t.events.sections.groups.about(2, true));
  });

  test('are joined by one button, which leads to the smallest one', () => {
    const all = [group('aaaaaaaa', 'A', { fits: false }), group('bbbbbbbb', 'B'), last];
    shown = mount(EntryButtons, { target: document.body, props: { ...sections(all), view: view() } });
    flushSync();
    expect(texts('button')).toEqual([t.events.join]);
  });
});

test('a round that takes long says how far it is', async () => {
  vi.useFakeTimers();
  const answers = [{ is_pairing: true, paired: 0, players: 0 }, { is_pairing: true, paired: 312, players: 1000 }];
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(answers.shift() ?? answers.at(-1))));
  shown = mount(PairingProgress, { target: document.body, props: { paired: [{ id: 'aaaaaaaa' }] } });
  flushSync();
  expect(texts('span'), 'a small round is there at once').toEqual([]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(texts('span')).toEqual([t.events.pairing(0, 0, 1)]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(texts('span')).toEqual(['Pairing 312 of 1,000']);
});

test('the games of a player in an arena have their results and lead to the board', async () => {
  const games: ArenaGameView[] = [
    { game: 'gggggggg', side: 'black', opponent: 2, outcome: null, points: null, berserk: false },
    { game: 'hhhhhhhh', side: 'white', opponent: 2, outcome: '1-0', points: 3, berserk: true },
    { game: 'iiiiiiii', side: 'white', opponent: 2, outcome: '-/+', points: null, berserk: false },
    { game: 'jjjjjjjj', side: 'black', opponent: 2, outcome: '1-0', points: 0, berserk: false },
  ];
  const asked: string[] = [];
  vi.stubGlobal('fetch', (address: string) => {
    asked.push(address);
    return Promise.resolve(Response.json({ games }));
  });
  HTMLDialogElement.prototype.showModal ??= () => undefined;
  const event = new EventState('aaaaaaaa');
  const entrants = ['Ann', 'Bo'].map((name, place) => ({ id: place + 1, name, title: '', has_account: true }));
  event['told'] = { ...view(), entrants } as unknown as EventView;
  shown = mount(PlayerGames, { target: document.body, props: { event, view: event['told'], id: 1, onclose: () => undefined } });
  await vi.waitFor(() => expect(document.querySelectorAll('li')).toHaveLength(4));
  expect(asked[0]).toContain('/api/page/events/aaaaaaaa/entrants/1/games');
  expect([...document.querySelectorAll('li a')].map((link) => link.getAttribute('href'))).toEqual(['/game/gggggggg', '/game/hhhhhhhh', '/game/iiiiiiii', '/game/jjjjjjjj']);
  expect(texts('.result')).toEqual([t.events.arena.plays, `1–0 ${t.events.arena.berserk}`, '−/+', '1–0']);
  expect(texts('.points')).toEqual(['', '+3', t.events.arena.void, '0']);
});
