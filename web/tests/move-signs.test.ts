// SPDX-License-Identifier: AGPL-3.0-or-later
// The list of moves of a finished game shows what its analysis says of them.
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';
import MoveSigns from '../src/analysis/MoveSigns.svelte';
import MoveList from '../src/board/MoveList.svelte';
import type { AnalysedMove, AnalysisView } from '../src/platform/protocol';
import type { Follower, Subscription } from '../src/platform/socket';
import { tab } from '../src/platform/tab';
import { E4, E5, newGameAsWhite } from './support';

const analysed = (ply: number, judgement: AnalysedMove['judgement']): AnalysedMove => ({
  ply,
  uci: 'e2e4',
  san: 'e4',
  eval: { kind: 'cp', cp: 0 },
  win: 500,
  judgement,
  reason: null,
  better: [],
  line: [],
  loss: 0,
  accuracy: 1000,
});
const running = (moves: AnalysedMove[]): AnalysisView => ({ stage: 'running', of: 4, start: null, moves });

let shown: object[] = [];
afterEach(async () => {
  for (const one of shown) await unmount(one);
  shown = [];
  vi.restoreAllMocks();
});

test('the signs of an analysis come into the list of moves, while it grows too', () => {
  let follower: Follower | undefined;
  const follow = vi.spyOn(tab, 'follow').mockImplementation((_, of) => {
    follower = of;
    return { send: () => true, resync: () => undefined, stop: () => undefined } as unknown as Subscription;
  });
  vi.stubGlobal('ResizeObserver', class { observe() {} unobserve() {} disconnect() {} });
  const { game } = newGameAsWhite({ moves: [E4, E5, E4, E5] });
  const target = document.body;
  shown = [mount(MoveList, { target, props: { line: game.line, result: '1–0' } }), mount(MoveSigns, { target, props: { game } })];
  flushSync();
  const moves = () => [...target.querySelectorAll('[data-ply]')].map((move) => move.textContent);
  expect(follow).toHaveBeenCalledWith(`analysis:${game.view?.id}`, expect.anything());
  expect(moves()).toEqual(['e4', 'e5', 'e4', 'e5']);
  follower?.onMessage({ type: 'analysis', analysis: running([analysed(1, 'inaccuracy'), analysed(2, 'mistake')]) });
  flushSync();
  expect(moves()).toEqual(['e4?!', 'e5?', 'e4', 'e5']);
  follower?.onMessage({ type: 'analysis_grew', start: null, moves: [analysed(3, 'blunder'), analysed(4, null)] });
  flushSync();
  expect(moves()).toEqual(['e4?!', 'e5?', 'e4??', 'e5']);
});
