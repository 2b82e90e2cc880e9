// SPDX-License-Identifier: AGPL-3.0-or-later
// Comments as they are typed, keys that are pressed alone, and draws by repetition on the analysis board.
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Analysis, repetitionsOf } from '../src/analysis/analysis.svelte';
import Annotate from '../src/analysis/Annotate.svelte';
import { LoneKey } from '../src/analysis/keys';
import { menuOf } from '../src/analysis/menu';
import { noticeOf } from '../src/analysis/notice';
import { EnginePanel } from '../src/analysis/panel.svelte';
import type { Engine } from '../src/analysis/ports';
import { variantOf } from '../src/analysis/variant';
import { PageRules } from '../src/analysis/worker/rules';
import { START_FEN } from '../src/board/fen';
import { languages, t } from '../src/locale';
import { HAND_RULES } from './analysis-support';
import { TestWorker } from './wasm-support';

beforeEach(async () => {
  localStorage.clear();
  await languages.need('analysis');
});
afterEach(() => vi.useRealTimers());

describe('a comment', () => {
  async function typing() {
    const analysis = new Analysis(HAND_RULES);
    analysis.begin(analysis.tree);
    await analysis.make('e2e4');
    const place = document.createElement('div');
    document.body.append(place);
    const part = mount(Annotate, { target: place, props: { analysis } }) as { keep: () => void };
    flushSync();
    const field = () => place.querySelector('textarea') as HTMLTextAreaElement;
    const type = (text: string) => {
      field().value = text;
      field().dispatchEvent(new InputEvent('input', { bubbles: true }));
      flushSync();
    };
    const end = async () => {
      await unmount(part);
      place.remove();
    };
    return { analysis, part, field, type, end };
  }

  test('that still had the focus was lost when the page was loaded again', async () => {
    const { analysis, part, field, type, end } = await typing();
    const first = field();
    vi.useFakeTimers();
    type('A good ');
    expect(analysis.node.comment).toBe('');
    vi.advanceTimersByTime(1_000);
    flushSync();
    expect([analysis.node.comment, field().value], 'the space may go on').toEqual(['A good', 'A good ']);
    expect(field()).toBe(first);
    type('A good move');
    part.keep();
    expect(analysis.node.comment, 'the page is left').toBe('A good move');
    field().dispatchEvent(new FocusEvent('blur'));
    flushSync();
    analysis.undo();
    flushSync();
    expect([analysis.node.comment, analysis.node.uci, field().value], 'undone in one step').toEqual(['', 'e2e4', '']);
    vi.useRealTimers();
    await end();
  });

  test('belongs to the move that it was typed for, also where another one is looked at before it is kept', async () => {
    const { analysis, type, end } = await typing();
    const { here } = analysis;
    type('one\ntwo {three}');
    analysis.first();
    flushSync();
    await end();
    expect(analysis.tree.nodes.get(here)?.comment).toBe('one two (three)');
    expect(analysis.node.comment).toBe('');
  });

  test('shows at once what of it a PGN can’t hold, and says so', async () => {
    const { analysis, field, type, end } = await typing();
    type('one\ntwo');
    field().dispatchEvent(new FocusEvent('blur'));
    flushSync();
    expect([field().value, analysis.isRewritten]).toEqual(['one two', true]);
    expect(noticeOf(analysis, null).text).toBe(t.analysis.rewritten);
    await end();
  });
});

test('a key that is pressed alone means nothing where somebody types', () => {
  const field = document.createElement('textarea');
  const dialog = document.createElement('dialog');
  const button = document.createElement('button');
  dialog.append(button);
  document.body.append(field, dialog);
  const pressed = (target: Element, key = 'Control') => {
    const lone = new LoneKey();
    let heard: string | null = null;
    const down = (event: KeyboardEvent) => lone.press(event);
    const up = (event: KeyboardEvent) => (heard = lone.release(event));
    addEventListener('keydown', down);
    addEventListener('keyup', up);
    target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    target.dispatchEvent(new KeyboardEvent('keyup', { key, bubbles: true }));
    removeEventListener('keydown', down);
    removeEventListener('keyup', up);
    return heard;
  };
  expect([document.body, field, button].map((target) => pressed(target))).toEqual(['Control', null, null]);
  expect(pressed(field, 'Shift')).toBeNull();
  field.remove();
  dialog.remove();
});

describe('a position that is repeated', () => {
  const rules = new PageRules(() => new TestWorker());
  const engine = (stop: () => void): Engine => ({ start: () => undefined, stop, close: () => undefined, choose: () => Promise.resolve({ uci: null }) });

  test('is a draw that may be claimed at the third time, and a draw at the fifth, for the board and the engine', async () => {
    const analysis = new Analysis(rules);
    analysis.begin(analysis.tree);
    const stop = vi.fn();
    const panel = new EnginePanel(analysis, () => engine(stop));
    panel.choose({ isOn: true });
    const standsFor: (string | null)[] = [];
    for (let round = 1; round <= 4; round += 1) {
      for (const move of ['g1f3', 'g8f6', 'f3g1', 'f6g8']) expect(await analysis.make(move)).toBe(true);
      panel.follow();
      await vi.waitFor(() => expect(analysis.placed).not.toBeNull());
      standsFor.push(analysis.claim ?? analysis.placed?.outcome?.kind ?? null);
      if (round === 2) expect(noticeOf(analysis, null).text).toBe(t.analysis.claims.threefold_repetition);
      if (round < 4) expect(stop).not.toHaveBeenCalled();
    }
    expect(standsFor).toEqual([null, 'threefold_repetition', 'threefold_repetition', 'fivefold_repetition']);
    expect(noticeOf(analysis, null)).toMatchObject({ text: t.analysis.outcomes.fivefold_repetition, tone: 'strong' });
    panel.follow();
    expect(stop).toHaveBeenCalled();
    expect(panel.barShare).toBe(0.5);
    // The same position earlier on the line is no draw, though it is remembered.
    analysis.first();
    expect(analysis.placed?.outcome ?? null).toBeNull();
  });

  test('is counted anew after a null move, and 50 and 75 moves are counted, too', async () => {
    const analysis = new Analysis(rules);
    analysis.begin(analysis.tree);
    for (const move of ['g1f3', 'g8f6', 'f3g1', 'f6g8', '0000']) await analysis.make(move);
    expect(repetitionsOf(analysis.path, analysis.start)).toBe(1);
    const at = async (clock: number) => {
      const { fen } = await rules.position({ fen: `4k3/8/8/8/8/8/8/R3K3 w - - ${clock} 90` });
      const other = new Analysis(rules);
      other.begin({ ...other.tree, nodes: new Map([...other.tree.nodes].map(([id, node]) => [id, { ...node, fen }])) });
      await vi.waitFor(() => expect(other.placed).not.toBeNull());
      return other.claim ?? other.placed?.outcome?.kind ?? null;
    };
    expect([await at(99), await at(100), await at(150)]).toEqual([null, 'fifty_moves', 'seventy_five_moves']);
  });
});

test('a right to castle that standard chess does not have is one of Chess960', async () => {
  expect(variantOf(START_FEN)).toBe('standard');
  expect(['r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1', '4k3/8/8/8/8/8/8/4K3 w - - 0 1'].map(variantOf)).toEqual(['standard', 'standard']);
  expect(['r5k1/8/8/8/8/8/8/4K3 b q - 0 1', 'r3k3/8/8/8/8/8/8/4K1R1 w K - 0 1', '4k3/8/8/8/8/8/8/1R2K3 w B - 0 1'].map(variantOf)).toEqual(['chess960', 'chess960', 'chess960']);
});

test('nobody can pass in a position that is over', async () => {
  const analysis = new Analysis(HAND_RULES);
  analysis.begin(analysis.tree);
  await vi.waitFor(() => expect(analysis.placed).not.toBeNull());
  const isOff = () => menuOf(analysis, { copyLine: () => undefined, discard: null, keys: () => undefined }).find(({ kind }) => kind === 'null')?.isOff;
  expect(isOff()).toBe(false);
  if (analysis.placed) analysis.placed = { ...analysis.placed, outcome: { kind: 'stalemate', winner: null } };
  expect(isOff()).toBe(true);
});
