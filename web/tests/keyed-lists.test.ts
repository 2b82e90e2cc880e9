// SPDX-License-Identifier: AGPL-3.0-or-later
// Two lines of a list with one key end the whole page. So nothing is a key that can stand twice: no text from outside, and no
// page of a list that may come twice.
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import LogPart from '../src/desk/LogPart.svelte';
import Verdict from '../src/editor/Verdict.svelte';
import type { Editor } from '../src/editor/editor.svelte';
import Facts from '../src/live/Facts.svelte';
import type { Game } from '../src/live/game.svelte';
import { languages, t } from '../src/locale';

let shown: object | undefined;

beforeEach(async () => {
  await Promise.all(['desk', 'editor'].map((part) => languages.need(part as 'desk')));
});
afterEach(async () => {
  if (shown) await unmount(shown);
  shown = undefined;
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

test('an imported game whose event is called as its date, or as what the page says itself', () => {
  const unlimited = t.time.control(null);
  for (const [event, date] of [['2024.01.01', '2024.01.01'], [unlimited, null], [t.game.private, null]] as const) {
    const game = {
      view: { imported: { event, date }, time: null, private: true, variant: 'standard', start_fen: null },
      situation: { status: { kind: 'ended' } },
      line: { moves: [], ply: 0 },
      players: {},
      isRecord: true,
      watchers: 0,
    };
    const page = mount(Facts, { target: document.body, props: { game: game as unknown as Game, id: 'abc' } });
    flushSync();
    const facts = [...document.querySelectorAll('.facts > ul > li')].map((fact) => fact.textContent);
    expect(facts.filter((fact) => fact === event).length).toBeGreaterThan(0);
    void unmount(page);
    document.body.replaceChildren();
  }
});

test('a board about which the server says one thing twice', () => {
  const problems = [{ message: 'a pawn stands on the first rank' }, { message: 'a pawn stands on the first rank' }];
  const editor = { checked: { problems, remarks: [] }, unread: [], unreachable: false } as unknown as Editor;
  shown = mount(Verdict, { target: document.body, props: { editor } });
  flushSync();
  expect(document.querySelectorAll('li').length).toBe(2);
});

test('two presses on “more” at once bring a page of the log once', async () => {
  const entry = (id: number) => ({ id, at: id, by: 'Chief', about: '', deed: { did: 'invite' }, why: '', game: null, undone: false, can_undo: false });
  const answers: ((page: object) => void)[] = [];
  vi.stubGlobal('fetch', () => new Promise((answer) => answers.push((page) => answer(new Response(JSON.stringify(page))))));
  shown = mount(LogPart, { target: document.body });
  flushSync();
  await vi.waitFor(() => expect(answers.length).toBe(1));
  answers[0]!({ entries: [entry(3)], next: 3 });
  const more = () => [...document.querySelectorAll('button')].find(({ textContent }) => textContent?.trim() === t.desk.more)!;
  await vi.waitFor(() => expect(more()).toBeDefined());
  more().click();
  more().click();
  await vi.waitFor(() => expect(answers.length).toBe(3));
  for (const answer of answers.slice(1)) answer({ entries: [entry(2), entry(1)], next: null });
  await vi.waitFor(() => expect(document.querySelectorAll('li').length).toBe(3));
});
