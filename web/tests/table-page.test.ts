// SPDX-License-Identifier: AGPL-3.0-or-later
// A phone at a table, in a hall whose network comes and goes.
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import TablePage from '../src/events/arbiter/TablePage.svelte';
import { type EventState, pretty } from '../src/events/event.svelte';
import { languages, t } from '../src/locale';
import type { TableAct, TableView } from '../src/platform/protocol';

const view = (board: object = {}): TableView => ({
  name: 'Evening',
  table: 3,
  link: 'a'.repeat(32),
  on: true,
  round: 1,
  board: {
    white: 'Ann', black: 'Bob', game: 1, turned: false, online: false, outcome: null, before: null, before_turned: false,
    taken: ['white'], own: 'white', entered_by: null, disputed: false, decided: false, called: false, ...board,
  },
});

let shown: object | undefined;
const settle = async (ms = 0) => {
  await vi.advanceTimersByTimeAsync(ms);
  flushSync();
};
const press = async (text: string) => {
  const found = [...document.querySelectorAll('button')].find((button) => button.textContent === text);
  expect(found, text).toBeDefined();
  found?.click();
  await settle();
};
const open = (atTable: (code: string, act?: TableAct) => Promise<TableView>) => {
  shown = mount(TablePage, { target: document.body, props: { event: { atTable } as unknown as EventState, code: '12345678' } });
  flushSync();
};

beforeEach(async () => {
  await languages.need('events');
  vi.useFakeTimers();
});
afterEach(async () => {
  if (shown) await unmount(shown);
  shown = undefined;
  document.body.replaceChildren();
  vi.useRealTimers();
});

test('a phone goes on asking after a failure, the first one too, and after a press that was refused', async () => {
  const answers: (() => TableView)[] = [
    () => { throw new TypeError('no network'); },
    () => view(),
    () => { throw new Error('this board has another result'); },
  ];
  let last = view();
  const asked = vi.fn(() => Promise.resolve().then(() => (answers.shift() ?? (() => last))()));
  open(asked);
  await settle();
  expect(document.body.textContent).not.toContain('Evening');
  await settle(5000);
  expect(document.body.textContent).toContain('Evening');
  await press(t.events.venue.table.call);
  expect(document.querySelector('.problem')?.textContent).not.toBe('');
  last = view({ outcome: '0-1', entered_by: 'black' });
  await settle(5000);
  expect(document.body.textContent).toContain(t.events.venue.table.entered(pretty('0-1'), 'Bob'));
  expect(document.querySelector('.problem')?.textContent, 'why the press was refused stays').not.toBe('');
});

test('a result names the game that the phone shows, and a late answer hides none', async () => {
  const acts: (TableAct | undefined)[] = [];
  let late: ((view: TableView) => void) | undefined;
  open((_, act) => {
    acts.push(act);
    if (act) return Promise.resolve(view({ game: 2, outcome: '1/2-1/2', entered_by: 'white' }));
    return acts.length === 1 ? Promise.resolve(view({ game: 2, before: '1-0' })) : new Promise((resolve) => (late = resolve));
  });
  await settle();
  expect(document.body.textContent, 'the game before can be disputed').toContain(t.events.venue.table.dispute);
  await settle(5000);
  await press(t.events.arbiter.phone.draw);
  await press(t.events.arbiter.phone.yes);
  expect(acts.at(-1)).toEqual({ do: 'result', round: 1, game: 2, outcome: '1/2-1/2' });
  late?.(view({ game: 2 }));
  await settle();
  expect(document.body.textContent).toContain(t.events.venue.table.entered(pretty('1/2-1/2'), 'Ann'));
});

test('what the arbiter has decided is not disputed again', async () => {
  open(() => Promise.resolve(view({ outcome: '1-0', decided: true })));
  await settle();
  expect(document.body.textContent).toContain(t.events.venue.table.decided);
  expect(document.body.textContent).not.toContain(t.events.venue.table.dispute);
});
