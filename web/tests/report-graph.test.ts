// SPDX-License-Identifier: AGPL-3.0-or-later
import { flushSync, mount, unmount } from 'svelte';
import { describe, expect, it } from 'vitest';
import Graph from '../src/analysis/report/Graph.svelte';
import type { AnalysedMove } from '../src/platform/protocol';
import { languages, t } from '../src/locale';
import { HEIGHT, WIDTH, areaOf, lineOf, placesOf, plyAt, pointsOf, stretchesOf, turningPoint, winsOf } from '../src/analysis/report/graph';

const start = { eval: { kind: 'cp', cp: 15 }, win: 500, line: [] } as const;
const move = (ply: number, win: number): AnalysedMove => ({
  ply,
  uci: 'a2a3',
  san: 'a3',
  eval: { kind: 'cp', cp: 0 },
  win,
  accuracy: 1000,
  loss: 0,
  judgement: null,
  reason: null,
  better: [],
  line: [],
});

describe('the graph', () => {
  it('has a point for each known position, in its place of the whole game', () => {
    const points = pointsOf({ ...start, line: [] }, [move(1, 1000), move(2, 0)], 4);
    expect(points).toEqual([
      { ply: 0, x: 0, y: HEIGHT / 2 },
      { ply: 1, x: WIDTH / 4, y: 0 },
      { ply: 2, x: WIDTH / 2, y: HEIGHT },
    ]);
    expect(lineOf(points)).toBe(`M0 60L150 0L300 120`);
    expect(areaOf(points)).toBe(`M0 120L0 60L150 0L300 120L300 120Z`);
  });

  it('says chances with one decimal, and all or nothing after mate', async () => {
    const mated = { ...move(2, 975), eval: { kind: 'mated', winner: 'white' } } as const;
    expect(winsOf({ ...start, line: [] }, [move(1, 514), mated])).toEqual([500, 514, 1000]);
    await languages.need('report');
    expect(t.report?.position(36, 52.917, 'Anna')).toBe('After 36 half-moves: Anna 52.9 %');
  });

  it('knows the bad move by which the game turned', () => {
    const bad = (ply: number, win: number) => ({ ...move(ply, win), judgement: 'mistake' }) as const;
    const moves = [bad(1, 400), move(2, 900), bad(3, 600), bad(4, 900), move(5, 890)];
    expect(turningPoint({ ...start, line: [] }, moves)?.ply, 'the first of the greatest swings').toBe(3);
    expect(turningPoint({ ...start, line: [] }, [move(1, 100)])).toBeNull();
    expect(turningPoint(null, [])).toBeNull();
  });

  it('is empty before anything is known', () => {
    expect(areaOf(pointsOf(null, [], 40))).toBe('');
    expect(pointsOf({ ...start, line: [] }, [], 0)).toEqual([{ ply: 0, x: 0, y: HEIGHT / 2 }]);
  });

  it('knows the phases that a game has had', () => {
    expect(stretchesOf(null, 40)).toEqual([]);
    expect(stretchesOf({ middlegame: null, endgame: null }, 0)).toEqual([]);
    const all = (middlegame: number | null, endgame: number | null) =>
      stretchesOf({ middlegame, endgame }, 40).map(({ phase, from, to }) => `${phase} ${from}-${to}`);
    expect(all(12, 38)).toEqual(['opening 0-12', 'middlegame 12-38', 'endgame 38-40']);
    expect(all(12, null)).toEqual(['opening 0-12', 'middlegame 12-40']);
    expect(all(null, 30)).toEqual(['opening 0-30', 'endgame 30-40']);
    expect(all(0, 30), 'a game that begins in its middlegame').toEqual(['middlegame 0-30', 'endgame 30-40']);
    expect(all(null, null)).toEqual(['opening 0-40']);
  });

  it('names each phase right below it, and no name touches another', () => {
    const widths = [50, 80, 60];
    const places = (middlegame: number, endgame: number, total = 256) =>
      placesOf(stretchesOf({ middlegame, endgame }, 40), widths, total, 40);
    expect(places(12, 26), 'each begins with its phase').toEqual([{ left: 0, row: 0 }, { left: 76.8, row: 0 }, { left: 166.4, row: 0 }]);
    expect(places(12, 38)[2], 'the last one ends with the graph').toEqual({ left: 196, row: 0 });
    expect(places(30, 33)[1], 'a short one has its name above its middle').toEqual({ left: 161.6, row: 0 });
    expect(places(30, 33)[2], 'and the next one stands below').toEqual({ left: 196, row: 1 });
    for (let middlegame = 1; middlegame < 39; middlegame += 1) {
      for (let endgame = middlegame + 1; endgame < 40; endgame += 1) {
        const all = places(middlegame, endgame);
        const stretches = stretchesOf({ middlegame, endgame }, 40);
        all.forEach(({ left, row }, index) => {
          const [width, { from = 0, to = 0 } = {}] = [widths[index] ?? 0, stretches[index]];
          const label = `${middlegame} ${endgame} ${index}`;
          // It covers its phase, or is covered by it.
          expect(left <= (to / 40) * 256 && left + width >= (from / 40) * 256, label).toBe(true);
          expect(left >= 0 && left + width <= 256, label).toBe(true);
          for (const [other, place] of all.slice(0, index).entries()) {
            if (place.row === row) expect(place.left + (widths[other] ?? 0), label).toBeLessThan(left);
          }
        });
      }
    }
  });

  it('leads to the nearest position', () => {
    expect([plyAt(-0.1, 40), plyAt(0.5, 40), plyAt(0.51, 40), plyAt(2, 40)]).toEqual([0, 20, 20, 40]);
  });
});

describe('the slider', () => {
  it('goes by half-moves and to both ends of the game', async () => {
    await languages.need('report');
    const asked: number[] = [];
    const graph = mount(Graph, { target: document.body, props: { start: { ...start, line: [] }, moves: [], of: 40, ply: 7, goTo: (ply: number) => asked.push(ply) } });
    flushSync();
    const slider = document.querySelector('[role=slider]');
    for (const key of ['ArrowLeft', 'ArrowRight', 'Home', 'End', 'a']) slider?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    expect(asked).toEqual([6, 8, 0, 40]);
    await unmount(graph);
  });
});
