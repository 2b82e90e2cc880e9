// SPDX-License-Identifier: AGPL-3.0-or-later
// The card with a player's lines beside their own correspondence game: what it offers while the game runs, and after it.
import { flushSync, mount, tick, unmount } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import LinesCard from '../src/lines/LinesCard.svelte';
import BesideGame from '../src/live/Beside.svelte';
import { languages } from '../src/locale';
import type { LinesView, TriedLine } from '../src/platform/protocol';
import { AFTER_E4, E4, E5, newGameAsWhite, situation, SITUATION_E4 } from './support';

const LINES: LinesView = {
  conditional: [{ since: 2, start_fen: AFTER_E4, moves: [E5], standing: { kind: 'game_over' } }],
  private: [{ start_fen: AFTER_E4, moves: [E5] }],
  waits: false,
  most_lines: 20,
  most_half_moves: 30,
};
const NO_LINES: LinesView = { ...LINES, conditional: [], private: [] };
const TRIED: TriedLine = { moves: [], legal: ['e7e5'], refused: null };

let shown: object | null = null;

beforeEach(async () => {
  await Promise.all([languages.need('lines'), languages.need('chat'), languages.need('refusals')]);
});
afterEach(async () => {
  if (shown) await unmount(shown);
  shown = null;
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

/** A server with these lines, which forgets all of them when one is changed. */
function serve(lines: LinesView) {
  vi.stubGlobal('fetch', (path: string, init?: RequestInit) =>
    Promise.resolve(new Response(JSON.stringify(path.endsWith('/try') ? TRIED : init?.method === 'POST' ? NO_LINES : lines))),
  );
}

/** White's own game with three days for each move, after 1. e4. */
const running = { time: { days: 3 }, moves: [E4], situation: SITUATION_E4 };
const over = {
  ...running,
  situation: situation({ ...SITUATION_E4, legal: [], can_abort: false, status: { kind: 'ended', result: 'white_wins', reason: 'resignation' } as never }),
};

function show(state: object) {
  const { game } = newGameAsWhite(state);
  // The page of a game, as far as the card knows it.
  const page = document.createElement('main');
  page.className = 'game';
  const area = document.createElement('div');
  area.className = 'board-area';
  area.scrollIntoView = () => undefined;
  const place = document.createElement('div');
  page.append(area, place);
  document.body.append(page);
  shown = mount(LinesCard, { target: place, props: { game, id: 'AbCd1234' } });
  flushSync();
}

const card = () => document.querySelector<HTMLElement>('.lines');
const button = (name: string) => [...document.querySelectorAll<HTMLButtonElement>('button')].find((each) => (each.getAttribute('aria-label') ?? each.textContent.trim()) === name);

test('private lines vanished when the game was over', async () => {
  serve(LINES);
  show(over);
  await vi.waitFor(() => expect(card()?.textContent).toContain('Private lines'));
  expect(card()?.textContent).toContain('Dropped, because the game is over:');
  expect([button('Make a line'), card()?.querySelector('h2')?.textContent], 'nothing is added any more').toEqual([undefined, 'Your lines']);
  const link = card()?.querySelector('a');
  expect([link?.getAttribute('aria-label'), link?.getAttribute('href')]).toEqual(['Open 1… e5 on the analysis board', '/analysis/AbCd1234#moves=e2e4.e7e5']);
  button('Remove 1… e5')?.click();
  await vi.waitFor(() => expect(card()?.hidden, 'an empty card is not shown after the game').toBe(true));
});

test('the place beside a game that is over has the card of a player, and of nobody else', async () => {
  serve(LINES);
  for (const you of ['white', null] as const) {
    const { game } = newGameAsWhite(over);
    if (you === null) game.you = null;
    const made = mount(BesideGame, { target: document.body, props: { game, id: 'AbCd1234', isOpen: false, onchat: () => undefined } });
    flushSync();
    if (you) await vi.waitFor(() => expect(card()).not.toBeNull());
    await tick();
    expect(card() !== null).toBe(you !== null);
    await unmount(made);
  }
});

test('the keyboard’s place was lost with each button of the card', async () => {
  serve({ ...LINES, private: [...LINES.private, { start_fen: AFTER_E4, moves: [E5, E5] }] });
  show(running);
  await vi.waitFor(() => expect(button('Remove 1… e5')).toBeDefined());
  const press = (name: string) => {
    button(name)?.focus();
    button(name)?.click();
    flushSync();
  };
  press('Make a line');
  expect(document.activeElement?.getAttribute('aria-label'), 'the pieces of the line are moved next').toBe('Board for your line');
  press('Close');
  await vi.waitFor(() => expect(document.activeElement).toBe(button('Make a line')));
  press('Clear');
  await vi.waitFor(() => expect(button('Clear')).toBeUndefined());
  await vi.waitFor(() => expect(document.activeElement, 'what was pressed is gone').toBe(card()));
});
