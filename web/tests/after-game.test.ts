// SPDX-License-Identifier: AGPL-3.0-or-later
// The card beside a game that is over.
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { Analysis } from '../src/analysis/analysis.svelte';
import Facts from '../src/analysis/Facts.svelte';
import AfterGame from '../src/live/after/AfterGame.svelte';
import TimesChart from '../src/live/after/TimesChart.svelte';
import { languages } from '../src/locale';
import type { GameView, PlayerView } from '../src/platform/protocol';
import { E4, E5, newGameAsWhite, situation } from './support';

const player = (name: string): PlayerView => ({ kind: 'player', name, title: null, rating: null });
const clocked = { ...E4, clock_ms: 50_000 };
const OVER: Partial<GameView> = {
  white: player('Anna'),
  black: player('Ben'),
  time: { initial_ms: 60_000, increment_ms: 0 },
  moves: [{ ...E4, clock_ms: 60_000 }, { ...E5, clock_ms: 60_000 }, clocked, { ...clocked, clock_ms: 56_000 }],
  situation: situation({ status: { kind: 'ended', result: 'draw', termination: 'agreement' }, legal: [] }),
};

let shown: object | null = null;
beforeAll(() => Promise.all([languages.need('after'), languages.need('analysis')]));
afterEach(async () => {
  if (shown) await unmount(shown);
  shown = null;
  vi.unstubAllGlobals();
});

test('the score between two players is theirs for whoever watches, and yours for a player', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  const score = { name: 'Anna', other: 'Ben', won: 1, drawn: 1, lost: 0, games: [] };
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify(score))));
  for (const [you, title] of [['white', 'Score of your games'], [null, 'Score of their games']] as const) {
    const { game } = newGameAsWhite(OVER);
    game.you = you;
    shown = mount(AfterGame, { target: document.body, props: { game, added: [] } });
    await vi.waitFor(() => expect(document.body.textContent).toMatch(/Anna 1½ – ½ Ben/));
    expect(document.body.textContent).toContain(title);
    await unmount(shown);
  }
  shown = null;
});

test('the lines for the ratings are there before the ratings', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  const { game } = newGameAsWhite({ ...OVER, rated: true });
  shown = mount(AfterGame, { target: document.body, props: { game, added: [] } });
  const lines = () => [...document.querySelectorAll('dt, dd')].map((line) => line.textContent?.trim());
  flushSync();
  expect(lines()).toEqual(['Anna', '…', 'Ben', '…']);
  const change = (after: number) => ({ before: 1500, after, provisional: false });
  game.receive({ type: 'rated', changes: { category: 'blitz', white: change(1512), black: change(1488) } });
  flushSync();
  expect(lines()).toEqual(['Anna', '1500 → 1512 (+12)', 'Ben', '1500 → 1488 (−12)']);
});

test('a game that was aborted waits for no ratings', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  const aborted = situation({ status: { kind: 'ended', result: 'aborted', termination: 'abort' }, legal: [] });
  shown = mount(AfterGame, { target: document.body, props: { game: newGameAsWhite({ ...OVER, rated: true, situation: aborted }).game, added: [] } });
  flushSync();
  expect(document.querySelectorAll('dt, dd')).toHaveLength(0);
});

test('the times of the moves name the players', () => {
  shown = mount(TimesChart, { target: document.body, props: { game: newGameAsWhite(OVER).game } });
  flushSync();
  expect(document.querySelector('svg')?.getAttribute('aria-label')).toMatch(/^Anna: .+ in total, longest .+\. Ben: .+ in total/);
});

test('the analysis of a game says by the players’ names how it ended', () => {
  const { view } = newGameAsWhite({ ...OVER, situation: situation({ status: { kind: 'ended', result: 'white_wins', termination: 'checkmate' }, legal: [] }) }).game;
  const props = { analysis: { opening: '' } as unknown as Analysis, view: view as GameView, id: 'AbCd1234' };
  shown = mount(Facts, { target: document.body, props });
  flushSync();
  expect(document.body.textContent).toContain('Anna won by checkmate.');
});
