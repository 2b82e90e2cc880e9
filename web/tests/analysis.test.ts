// SPDX-License-Identifier: AGPL-3.0-or-later
// The tree of the analysis board: its edits and their undoing, as properties of drawn trees and by example.
import { describe, expect, test, vi } from 'vitest';
import { Analysis, searchedLine } from '../src/analysis/analysis.svelte';
import { fromArena, toArena } from '../src/analysis/arena';
import { NodeDrawings } from '../src/analysis/drawn.svelte';
import { addLine, clearVariations, toggleNag } from '../src/analysis/edits';
import { drawnAround, keepBlocks, listing, MOST_DRAWN, nameOf } from '../src/analysis/listing';
import { noticeOf } from '../src/analysis/notice';
import type { Rules } from '../src/analysis/ports';
import { type NodeId, nodeOf, pathTo, ROOT, type Tree } from '../src/analysis/tree';
import { RulesError } from '../src/analysis/worker/worker';
import { START_FEN } from '../src/board/fen';
import { languages, t } from '../src/locale';
import { everywhere } from '../src/otb/record';
import { reach } from '../src/platform/reach.svelte';
import { drawn, HAND_RULES, newBoard, play } from './analysis-support';

const written = (tree: Tree): string => JSON.stringify(toArena(tree));

/** The moves of every line, each to its end. */
const lines = (tree: Tree): string[] =>
  [...tree.nodes.values()]
    .filter(({ children }) => children.length === 0)
    .map(({ id }) => pathTo(tree, id).map(({ uci }) => uci).join(' '))
    .sort();

/** A step that somebody might take, drawn: to another place, or an edit. */
async function stumble(board: Analysis, random: () => number): Promise<void> {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const somewhere = () => pick([...board.tree.nodes.keys()]);
  const kind = Math.floor(random() * 14);
  if (kind <= 4) {
    const [from, to] = pick([...everywhere(board.fen)]) ?? ['a1', ['a1']];
    await board.make(from + pick(to));
  } else if (kind <= 6) board.go(somewhere());
  else if (kind === 7) board.remove(somewhere());
  else if (kind === 8) board.promoteLine(somewhere());
  else if (kind === 9) board.makeMain(somewhere());
  else if (kind === 10) board.nag(1 + Math.floor(random() * 20));
  else if (kind === 11) board.comment(`${random()}`, random() < 0.3 ? 'before' : 'comment');
  else if (kind === 12) board.draw(random() < 0.2 ? [] : [{ from: 'e2', to: random() < 0.5 ? null : 'e4', brush: 'red' }]);
  else {
    const moves = [...board.tree.nodes.keys()].filter((id) => id !== ROOT);
    if (moves.length === 0) return;
    board.beginReplacing(pick(moves));
    await board.make(pick(['d2d4', 'g1f3', 'c7c5', 'a7a6', 'h2h4']));
  }
}

/** Every node is known to its parent, and nothing hangs in the air. */
function isWhole(tree: Tree): void {
  // One `expect` in the end: thousands of them would cost more than the edits.
  const wrong: string[] = [];
  const reached = new Set<NodeId>();
  const waiting: NodeId[] = [ROOT];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (reached.has(id)) {
      wrong.push(`${id} stands twice`);
      continue;
    }
    reached.add(id);
    const children = nodeOf(tree, id).children.map((child) => nodeOf(tree, child));
    for (const child of children) if (child.parent !== id) wrong.push(`${child.id} is below ${id} and names ${child.parent}`);
    if (new Set(children.map(({ uci }) => uci)).size !== children.length) wrong.push(`a move stands twice below ${id}`);
    waiting.push(...nodeOf(tree, id).children);
  }
  if (reached.size !== tree.nodes.size) wrong.push(`${tree.nodes.size - reached.size} nodes are below none`);
  expect(wrong).toEqual([]);
}

describe('whatever is edited', () => {
  test.each(Array.from({ length: 24 }, (_, seed) => seed))('undoing all gives the tree of the beginning, and redoing all the end: %i', async (seed) => {
    const random = drawn(seed);
    const board = newBoard();
    const before = written(board.tree);
    const seen = [before];
    for (let step = 0; step < 60; step += 1) {
      await stumble(board, random);
      isWhole(board.tree);
      const now = written(board.tree);
      if (now !== seen.at(-1)) seen.push(now);
    }
    const end = written(board.tree);
    expect(seen.length).toBeGreaterThan(10);
    while (board.history.canUndo) {
      board.undo();
      isWhole(board.tree);
      expect(board.tree.nodes.has(board.here)).toBe(true);
    }
    expect(written(board.tree)).toBe(before);
    while (board.history.canRedo) board.redo();
    expect(written(board.tree)).toBe(end);
  });

  test.each(Array.from({ length: 8 }, (_, seed) => seed))('a tree comes back whole from the list that it is kept as: %i', async (seed) => {
    const random = drawn(1000 + seed);
    const board = newBoard();
    for (let step = 0; step < 80; step += 1) await stumble(board, random);
    const again = fromArena(JSON.parse(written(board.tree)));
    isWhole(again);
    expect(written(again)).toBe(written(board.tree));
  });

  test('another edit after an undoing ends what could be redone', async () => {
    const board = newBoard();
    await play(board, 'e2e4', 'e7e5');
    board.undo();
    expect(lines(board.tree)).toEqual(['e2e4']);
    await play(board, 'c7c5');
    expect(board.history.canRedo).toBe(false);
    expect(lines(board.tree)).toEqual(['e2e4 c7c5']);
  });
});
describe('moves', () => {
  test('that are there already are walked, not doubled, and no edit', async () => {
    const board = newBoard();
    await play(board, 'e2e4', 'e7e5');
    board.first();
    const { edited } = board;
    await play(board, 'e2e4');
    expect([lines(board.tree), board.edited]).toEqual([['e2e4 e7e5'], edited]);
  });

  test('of a variation can be promoted by one level, or to the main line', async () => {
    const board = newBoard();
    await play(board, 'e2e4', 'e7e5', 'g1f3');
    board.go(1);
    await play(board, 'c7c5', 'b1c3');
    board.previous();
    const deep = await play(board, 'd2d4');
    board.promoteLine();
    expect(pathTo(board.tree, deep).map(({ uci }) => uci)).toEqual(['e2e4', 'c7c5', 'd2d4']);
    expect(nodeOf(board.tree, 1).children.map((id) => nodeOf(board.tree, id).uci)).toEqual(['e7e5', 'c7c5']);
    board.makeMain();
    expect(board.isMain(deep)).toBe(true);
    expect(nodeOf(board.tree, 1).children.map((id) => nodeOf(board.tree, id).uci)).toEqual(['c7c5', 'e7e5']);
  });

  test('replace one that was played, and what follows is kept as far as it is legal', async () => {
    const board = newBoard();
    await play(board, 'e2e4', 'e7e5', 'g1f3', 'b8c6');
    board.comment('kept');
    board.go(3);
    await play(board, 'd7d6');
    board.go(2);
    await play(board, 'e4e5');
    board.beginReplacing(1);
    expect(board.fen).toBe(START_FEN);
    await play(board, 'd2d4');
    // The move of the pawn on e4 has lost its pawn; all else is there, with what was written about it.
    expect(lines(board.tree)).toEqual(['d2d4 e7e5 g1f3 b8c6', 'd2d4 e7e5 g1f3 d7d6']);
    expect(board.lost).toBe(1);
    expect([...board.tree.nodes.values()].filter(({ comment }) => comment === 'kept').map(({ uci }) => uci)).toEqual(['b8c6']);
    board.undo();
    expect(lines(board.tree)).toContain('e2e4 e7e5 e4e5');
  });

  test('by nobody pass the turn, and the engine searches from there', async () => {
    const board = newBoard();
    await play(board, 'e2e4', '0000', 'd2d4');
    expect(searchedLine(board.path, board.start)).toEqual({ fen: nodeOf(board.tree, 2).fen, moves: ['d2d4'] });
  });

  test('wait for rules that have not come: the line says what is true and offers to try again', async () => {
    await languages.need('analysis');
    let isThere = false;
    const position: Rules['position'] = (wish) =>
      isThere ? HAND_RULES.position(wish) : Promise.reject(new RulesError('unavailable', 'The rules could not be started in this browser.'));
    const board = new Analysis({ ...HAND_RULES, position });
    board.begin(board.tree);
    await vi.waitFor(() => expect(board.isStuck).toBe(true));
    expect(noticeOf(board, null)).toMatchObject({ text: t.analysis.trouble.rules, retries: true });
    reach.isLost = true;
    expect(noticeOf(board, null).text).toBe(`No server in reach. ${t.analysis.trouble.rules}`);
    reach.isLost = false;
    isThere = true;
    board.retry();
    await vi.waitFor(() => expect(board.isStuck).toBe(false));
    expect(noticeOf(board, null)).toMatchObject({ text: 'White to move.', tone: 'quiet' });
    expect(noticeOf(board, null, { white: 'Anna', black: 'Ben' }).text).toBe('Anna’s turn.');
  });

  test('that are not legal say so, and the board is set back', async () => {
    const board = newBoard();
    const { revision } = board;
    expect(await board.make('e7e5')).toBe(false);
    expect(board.problem).toContain('e7e5');
    expect(board.revision).toBeGreaterThan(revision);
    await board.attempt('e2', 'e5');
    expect(board.refused?.message).toBe('It can’t go there.');
    await play(board, 'e2e4');
    expect(board.refused).toBeNull();
  });

  test('that promote ask what the pawn becomes', async () => {
    const board = newBoard();
    await play(board, 'e2e7', 'a7a6');
    await vi.waitFor(() => expect(board.placed).not.toBeNull());
    board.move('e7', 'e8');
    expect(board.promotion).toMatchObject({ from: 'e7', to: 'e8', roles: ['queen', 'rook', 'bishop', 'knight'] });
    board.promote(null);
    expect(lines(board.tree)).toEqual(['e2e7 a7a6']);
    board.move('e7', 'e8');
    board.promote('knight');
    await vi.waitFor(() => expect(lines(board.tree)).toEqual(['e2e7 a7a6 e7e8n']));
  });
});

describe('walking', () => {
  async function forked(): Promise<Analysis> {
    const board = newBoard();
    await play(board, 'e2e4', 'e7e5', 'g1f3');
    board.go(1);
    await play(board, 'c7c5', 'b1c3', 'd7d6');
    return board;
  }

  test('chooses at a fork, and comes back into the same variation', async () => {
    const board = await forked();
    board.go(1);
    expect(board.turnFork(1)).toBe(true);
    board.next();
    expect(board.node.uci).toBe('c7c5');
    board.previous();
    board.next();
    expect(board.node.uci).toBe('c7c5');
    expect(board.turnFork(1)).toBe(false);
  });

  test('leads from fork to fork, and sideways', async () => {
    const board = await forked();
    board.previousFork();
    expect(board.node.uci).toBe('e2e4');
    board.next();
    board.sideways(1);
    expect(board.node.uci).toBe('c7c5');
    board.sideways(-1);
    expect(board.node.uci).toBe('e7e5');
    board.first();
    board.nextFork();
    expect(board.node.uci).toBe('e2e4');
    board.last();
    expect(board.node.uci).toBe('g1f3');
  });

  test('into a folded variation opens it', async () => {
    const board = await forked();
    const { here } = board;
    const first = board.path[1]?.id ?? ROOT;
    board.fold(first);
    expect(board.here, 'what is hidden is not looked at').toBe(first);
    board.go(here);
    expect([...board.folded]).toEqual([]);
  });

  test('leads back to the game in one step', async () => {
    const board = newBoard();
    await play(board, 'e2e4', 'e7e5');
    board.begin({ ...board.tree, played: [1, 2] }, 1);
    await play(board, 'c7c5', 'g1f3', 'd7d6');
    expect(board.isAside).toBe(true);
    board.backToGame();
    expect([board.here, board.isAside]).toEqual([1, false]);
  });
});

describe('what is written', () => {
  test('has one glyph about the move and one about the position', async () => {
    const board = newBoard();
    await play(board, 'e2e4');
    for (const nag of [1, 16, 146, 4]) board.nag(nag);
    expect(board.node.nags).toEqual([4, 16, 146]);
    board.nag(4);
    expect(board.node.nags).toEqual([16, 146]);
    expect(toggleNag(board.tree, 1, 16).nodes.get(1)?.nags).toEqual([146]);
  });

  test('goes, and moves stay; variations go, and the main line stays', async () => {
    const board = newBoard();
    await play(board, 'e2e4', 'e7e5');
    board.comment('good');
    board.go(1);
    await play(board, 'c7c5');
    board.clearAnnotations();
    expect(nodeOf(board.tree, 2).comment).toBe('');
    board.clearVariations();
    expect(lines(board.tree)).toEqual(['e2e4 e7e5']);
    expect(board.here).toBe(1);
    expect(clearVariations(board.tree)).toBe(board.tree);
  });
});

describe('arrows and circles', () => {
  test('belong to their position, and each is an edit', async () => {
    const board = newBoard();
    const drawings = new NodeDrawings(board);
    drawings.toggle();
    drawings.mark('e2');
    drawings.mark('e4');
    drawings.add({ from: 'd5', to: null, brush: 'red' });
    expect([drawings.armed, drawings.shapes.length]).toEqual([true, 2]);
    await play(board, 'e2e4');
    drawings.leave();
    expect(drawings.shapes).toEqual([]);
    board.previous();
    expect(drawings.shapes).toEqual([{ from: 'e2', to: 'e4', brush: 'green' }, { from: 'd5', to: null, brush: 'red' }]);
    drawings.clear();
    board.undo();
    expect(drawings.shapes.length).toBe(2);
  });
});

describe('the list', () => {
  test('has the main line in rows, and what replaces a move below it', async () => {
    const board = newBoard();
    await play(board, 'e2e4', 'e7e5', 'g1f3');
    board.go(1);
    await play(board, 'c7c5', 'b1c3');
    board.comment('open');
    const told = listing(board.tree).map((block) => {
      if (block.kind === 'row') return `${block.number} ${block.white?.node.uci ?? '…'} ${block.black?.node.uci ?? ''}`;
      if (block.kind === 'note') return block.text;
      return `${'>'.repeat(block.depth)} ${block.entries.map(({ node, number }) => number + node.uci).join(' ')}`;
    });
    expect(told).toEqual(['1 e2e4 e7e5', '> 1…c7c5 2.b1c3', '2 g1f3 ']);
    expect(nameOf(nodeOf(board.tree, 2))).toBe('1… e7e5');
    const folded = listing(board.tree, new Set([4]));
    expect(folded.find(({ kind }) => kind === 'line')).toMatchObject({ isFolded: true, entries: [{ number: '1…' }] });
  });

  test('keeps what has not changed', async () => {
    const board = newBoard();
    await play(board, 'e2e4', 'e7e5', 'g1f3', 'b8c6', 'f1c4');
    const before = listing(board.tree);
    await play(board, 'g8f6');
    const now = keepBlocks(before, listing(board.tree));
    expect(now.slice(0, 2)).toEqual(before.slice(0, 2));
    expect(now[0]).toBe(before[0]);
    expect(now[2]).not.toBe(before[2]);
  });

  test('of 2,000 moves takes up few blocks anew at a step, however deep', () => {
    const nodes = Array.from({ length: 2_000 }, (_, index) => ({
      parent: index === 0 ? null : index % 3 === 2 ? index - 2 : index - 1,
      uci: `a1${'abcdefgh'.charAt(index % 8)}${1 + (index % 7)}`,
      san: `M${index}`,
      fen: `8/8/8/8/8/8/8/8 ${index % 2 === 0 ? 'b' : 'w'} - - 0 ${index}`,
      nags: [],
      shapes: [],
    }));
    const board = new Analysis(HAND_RULES);
    board.begin(fromArena({ tags: [], start: START_FEN, variant: 'standard', result: '*', nodes }));
    board.last();
    let blocks = listing(board.tree);
    for (let step = 0; step < 21; step += 1) {
      const before = new Set(blocks);
      board.comment(`step ${step}`);
      blocks = keepBlocks(blocks, listing(board.tree));
      board.previous();
      expect(blocks.filter((block) => !before.has(block)).length, `of ${blocks.length}`).toBeLessThanOrEqual(3);
    }
  });
});

describe('a long list', () => {
  test('is drawn around what is looked at, and stays while that is well inside', () => {
    expect(drawnAround(3, 50, { from: 0, to: 0 })).toEqual({ from: 0, to: 50 });
    const first = drawnAround(0, 5_000, { from: 0, to: 0 });
    expect(first).toEqual({ from: 0, to: MOST_DRAWN });
    expect(drawnAround(200, 5_000, first)).toBe(first);
    const next = drawnAround(MOST_DRAWN - 10, 5_000, first);
    expect(next).toEqual({ from: MOST_DRAWN / 2 - 10, to: MOST_DRAWN / 2 - 10 + MOST_DRAWN });
    expect(drawnAround(4_999, 5_000, next)).toEqual({ from: 5_000 - MOST_DRAWN, to: 5_000 });
    expect(drawnAround(10, 30, next)).toEqual({ from: 0, to: 30 });
  });

  test('has long variations in parts', async () => {
    const board = newBoard();
    let tree = board.tree;
    const steps = (count: number, first: string) => Array.from({ length: count }, (_, at) => ({ uci: `${first}${at}`, san: `${first}${at}`, fen: `8/8/8/8/8/8/8/K1k5 ${at % 2 === 0 ? 'b' : 'w'} - - 0 ${1 + Math.floor((at + 1) / 2)}` }));
    tree = addLine(tree, ROOT, steps(2, 'a')).tree;
    tree = addLine(tree, ROOT, steps(200, 'b')).tree;
    const lines = listing(tree).filter((block) => block.kind === 'line');
    expect(lines.length).toBe(4);
    expect(lines.flatMap((block) => block.entries.map(({ node }) => node.uci))).toEqual(steps(200, 'b').map(({ uci }) => uci));
  });
});
