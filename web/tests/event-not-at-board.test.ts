// SPDX-License-Identifier: AGPL-3.0-or-later
// A draft says who can't sit at the board that is fixed for them.
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { EventState } from '../src/events/event.svelte';
import Pairings from '../src/events/Pairings.svelte';
import { languages, t } from '../src/locale';
import type { EventView } from '../src/platform/protocol';

let shown: object | undefined;
beforeEach(() => languages.need('events'));
afterEach(async () => {
  if (shown) await unmount(shown);
  shown = undefined;
});

/** What stands above a draft or a published round with the boards 4 and 5, where these numbers are fixed for the players. */
async function said(stage: string, fixed: (number | null)[]): Promise<string[]> {
  const names = ['Ann', 'Lind, Bo', 'Cid', 'Dora'];
  const entrants = names.map((name, place) => ({ id: place + 1, name, title: '', desk: { fixed_board: fixed[place] ?? null } }));
  const board = (number: number, white: number, black: number) => ({ number, white, black, games: [{ game: null, outcome: null, typed: null }] });
  const rounds = [{ stage, boards: [board(4, 1, 2), board(5, 3, 4)], byes: [], half_byes: [] }];
  const facts = { format: { kind: 'swiss', rounds: 3 }, may_organise: true, teams: null };
  const view = { id: 'aaaaaaaa', facts, entrants, rounds, standings: [] } as unknown as EventView;
  const event = new EventState('aaaaaaaa');
  event['told'] = view;
  shown = mount(Pairings, { target: document.body, props: { event, view } });
  flushSync();
  const found = [...document.querySelectorAll('.said')].map((one) => one.textContent ?? '');
  await unmount(shown);
  shown = undefined;
  return found;
}

test('names who sits elsewhere in a draft', async () => {
  const { taken } = t.events.entrant.fixed;
  expect(await said('draft', [null, 2])).toEqual([taken('Bo Lind', 2, 4)]);
  expect(await said('draft', [4, 9, 5]), 'the lower one counts').toEqual([]);
  expect(await said('published', [null, 2]), 'a published round stays as it is').toEqual([]);
});
