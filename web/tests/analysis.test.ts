// SPDX-License-Identifier: AGPL-3.0-or-later
// The tree of the analysis board: its edits and their undoing, as properties of drawn trees and by example.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { isThere, isUnreadable, loadAddress, namedMoves, openAddress, readAddress, spaced, writeAddress } from '../src/analysis/address';
import { Analysis, searchedLine } from '../src/analysis/analysis.svelte';
import { fromArena, toArena } from '../src/analysis/arena';
import { fileNameOf, headingOf, tagsOf, withTags } from '../src/analysis/carried';
import { NodeDrawings } from '../src/analysis/drawn.svelte';
import { addLine, clearVariations, toggleNag } from '../src/analysis/edits';
import { dropBoard, keepBoard, MOST_BOARDS, MOST_OF_ONE, recallBoard, roomLeft } from '../src/analysis/kept';
import { drawnAround, keepBlocks, listing, MOST_DRAWN, nameOf } from '../src/analysis/listing';
import { noticeOf } from '../src/analysis/notice';
import type { Rules } from '../src/analysis/ports';
import { emptyTree, type NodeId, nodeOf, pathTo, ROOT, type Tree } from '../src/analysis/tree';
import { RulesError } from '../src/analysis/worker/worker';
import { START_FEN } from '../src/board/fen';
import { languages, t } from '../src/locale';
import { everywhere } from '../src/otb/record';
import { reach } from '../src/platform/reach.svelte';
import { drawn, HAND_RULES } from './analysis-support';

const written = (tree: Tree): string => JSON.stringify(toArena(tree));

/** A board without a past, on which moves were played: `play(board, 'e2e4', 'e7e5')`. */
async function play(board: Analysis, ...moves: string[]): Promise<NodeId> {
  for (const move of moves) expect(await board.make(move), move).toBe(true);
  return board.here;
}

function newBoard(): Analysis {
  const board = new Analysis(HAND_RULES);
  board.begin(board.tree);
  return board;
}

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
  const reached = new Set<NodeId>();
  const waiting: NodeId[] = [ROOT];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    expect(reached.has(id), 'no node stands twice').toBe(false);
    reached.add(id);
    const { children } = nodeOf(tree, id);
    for (const child of children) expect(nodeOf(tree, child).parent).toBe(id);
    expect(new Set(children.map((child) => nodeOf(tree, child).uci)).size, 'a move stands once').toBe(children.length);
    waiting.push(...children);
  }
  expect(reached.size).toBe(tree.nodes.size);
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

  test('of 2,000 moves takes a step of at most 16 ms, however deep', async () => {
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
    const times: number[] = [];
    // The processor's time: what runs beside the tests counts in no step.
    for (let step = 0; step < 21; step += 1) {
      const began = process.cpuUsage();
      board.comment(`step ${step}`);
      blocks = keepBlocks(blocks, listing(board.tree));
      board.previous();
      const { user, system } = process.cpuUsage(began);
      times.push((user + system) / 1_000);
    }
    times.sort((a, b) => a - b);
    expect(times[10]).toBeLessThan(16);
  });
});

describe('the address', () => {
  test('names the position, and shows it again', async () => {
    const board = newBoard();
    await play(board, 'e2e4', 'e7e5');
    const hash = writeAddress(board.tree, false, board.path);
    expect(hash).toBe('#moves=e2e4.e7e5');
    const other = newBoard();
    const asked = readAddress(hash);
    expect(asked).not.toBeNull();
    if (asked) await openAddress(other, asked);
    expect(other.path.map(({ uci }) => uci)).toEqual(['e2e4', 'e7e5']);
  });

  /** A game of three half-moves, as its page has it. */
  const GAME = ['e2e4', 'e7e5', 'g1f3'];
  async function ofGame(): Promise<Analysis> {
    const board = newBoard();
    await play(board, ...GAME);
    board.begin({ ...board.tree, played: [1, 2, 3] }, 3);
    return board;
  }
  /** The moves that somebody else sees who opens what this board's address says. */
  async function elsewhere(board: Analysis): Promise<string[]> {
    const other = await ofGame();
    const asked = readAddress(writeAddress(board.tree, true, board.path));
    if (asked) await openAddress(other, asked, GAME);
    return other.path.map(({ uci }) => uci);
  }

  test('of a game is a number of half-moves, in a variation its moves', async () => {
    const board = await ofGame();
    board.go(2);
    expect(writeAddress(board.tree, true, board.path)).toBe('#2');
    await play(board, 'b1c3');
    expect(writeAddress(board.tree, true, board.path)).toBe('#moves=e2e4.e7e5.b1c3');
    const third = readAddress('#3');
    if (third) await openAddress(board, third, GAME);
    expect(board.node.uci).toBe('g1f3');
    board.first();
    expect(await elsewhere(board), 'the start, and not the end with which the page begins').toEqual([]);
  });

  test('of a move after the end of a game showed another position to others', async () => {
    const board = await ofGame();
    await play(board, 'b8c6', 'f1b5');
    expect(writeAddress(board.tree, true, board.path)).toBe('#moves=e2e4.e7e5.g1f3.b8c6.f1b5');
    expect(await elsewhere(board)).toEqual([...GAME, 'b8c6', 'f1b5']);
  });

  test('of a variation that was made the main line showed the game’s position to others', async () => {
    const board = await ofGame();
    board.go(1);
    await play(board, 'c7c5');
    board.makeMain();
    expect(board.isMain()).toBe(true);
    expect(await elsewhere(board)).toEqual(['e2e4', 'c7c5']);
    // A number means the game, wherever it stands in the list, and also where its moves were deleted.
    for (const hash of ['#2', '#3']) {
      const asked = readAddress(hash);
      if (hash === '#3') board.remove(2);
      if (asked) await openAddress(board, asked, GAME);
      expect(board.path.map(({ uci }) => uci)).toEqual(GAME.slice(0, asked?.ply ?? 0));
    }
  });

  test('of a line that is too long names its first moves, and the page says so', async () => {
    await languages.need('analysis');
    const board = newBoard();
    const shuffle = ['g1f3', 'g8f6', 'f3g1', 'f6g8'];
    await board.playLine(Array.from({ length: 500 }, (_, at) => shuffle[at % 4] ?? ''));
    expect(board.path.length).toBe(500);
    const hash = writeAddress(board.tree, false, board.path);
    expect([hash.length > 1_990, hash.length <= 2_001]).toEqual([true, true]);
    const named = readAddress(hash)?.moves.length ?? 0;
    expect(namedMoves(board.tree, false, board.path)).toBe(named);
    expect(noticeOf(board, null, null, '', { named }).text).toContain(`first ${Math.ceil(named / 2)} moves`);
    expect(namedMoves(board.tree, false, board.path.slice(0, named))).toBeNull();
  });

  test('says how much of it is on the board', async () => {
    const ask = async (hash: string, rules = HAND_RULES) => {
      const asked = readAddress(hash);
      return asked && (await loadAddress(new Analysis(rules), asked));
    };
    expect(await ask('#moves=e2e4.e7e5')).toBe('all');
    expect(await ask('#moves=e2e4.e2e4')).toBe('part');
    const refuses = (error: Error): Rules => ({ ...HAND_RULES, position: () => Promise.reject(error) });
    expect(await ask('#fen=hello', refuses(new RulesError('fen', 'no position')))).toBe('nothing');
    expect(await ask('#moves=e2e4', refuses(new RulesError('unavailable', 'no rules')))).toBe('unknown');
    expect(['#moves=hello', '#fen=a&moves=e2e9', '#about', '#12', '', '#moves=e2e4'].map(isUnreadable)).toEqual([true, true, false, false, false, false]);
  });

  test('that says nothing is left alone', () => {
    for (const hash of ['', '#', '#about', '#moves=hello', '#moves=e2e4.<b>']) expect(readAddress(hash)).toBeNull();
    expect(spaced('8/8/8/8/8/8/8/K1k5_w_-_-_0_1')).toBe('8/8/8/8/8/8/8/K1k5 w - - 0 1');
    expect(readAddress('#fen=8/8/8/8/8/8/8/K1k5_w_-_-_0_1')).toEqual({ ply: null, fen: '8/8/8/8/8/8/8/K1k5 w - - 0 1', moves: [], variant: 'standard', tried: null });
  });
});

describe('what the address names further', () => {
  test('is the variant of a start, and a move that is tried', async () => {
    const start = 'nrbbqnkr/pppppppp/8/8/8/8/PPPPPPPP/NRBBQNKR w KQkq - 0 1';
    const board = newBoard();
    board.begin(emptyTree(start, 'chess960'));
    await play(board, 'e2e4');
    const hash = writeAddress(board.tree, false, board.path);
    const asked = readAddress(hash);
    expect(asked).toMatchObject({ fen: start, variant: 'chess960', moves: ['e2e4'] });
    expect(asked && isThere(board.tree, asked)).toBe(true);
    expect(asked && isThere({ ...board.tree, variant: 'standard' }, asked)).toBe(false);
    expect(readAddress('#try=12.e2e5')).toMatchObject({ ply: 12, tried: ['e2', 'e5'] });
    expect(readAddress('#try=e2e5')).toBeNull();
  });

  test('is there, where the tree has it', async () => {
    const board = newBoard();
    await play(board, 'e2e4', 'e7e5');
    const there = (hash: string) => {
      const asked = readAddress(hash);
      return asked !== null && isThere(board.tree, asked);
    };
    expect(['#moves=e2e4', '#moves=e2e4.e7e5', '#moves=e2e4.e7e5.g1f3', '#moves=d2d4', '#fen=8/8/8/8/8/8/8/K1k5_w_-_-_0_1'].map(there)).toEqual([true, true, false, false, false]);
  });

  test('is tried as if it were made here: a legal move is made, another one explained', async () => {
    const board = newBoard();
    await play(board, 'e2e4', 'e7e5');
    const asked = readAddress('#try=1.c7c5');
    if (asked) await openAddress(board, asked);
    await vi.waitFor(() => expect(board.path.map(({ uci }) => uci)).toEqual(['e2e4', 'c7c5']));
    await board.tryOut('e4', 'd1');
    expect(board.refused?.message).toBe('It can’t go there.');
  });

  test('is tried as soon as the rules have said what is legal, by somebody who is quicker than they are', async () => {
    const board = newBoard();
    expect(board.placed).toBeNull();
    await board.attempt('e2', 'e4');
    await vi.waitFor(() => expect(board.path.map(({ uci }) => uci)).toEqual(['e2e4']));
    expect(board.refused).toBeNull();

    const other = newBoard();
    await other.attempt('e2', 'e2');
    expect(other.refused?.message).toBe('It can’t go there.');
  });

  test('clearing the annotations takes evaluations along, leaves the clocks, and is no edit where there is nothing to clear', async () => {
    const board = newBoard();
    const id = await play(board, 'e2e4');
    const nodes = new Map(board.tree.nodes);
    nodes.set(id, { ...nodeOf(board.tree, id), eval: { cp: 30 }, clock: 60_000 });
    board.begin({ ...board.tree, nodes });
    board.clearAnnotations();
    expect([nodeOf(board.tree, id).eval, nodeOf(board.tree, id).clock]).toEqual([null, 60_000]);
    const { edited, tree } = board;
    board.clearAnnotations();
    expect([board.edited, board.tree === tree]).toEqual([edited, true]);
    board.undo();
    expect(nodeOf(board.tree, id).eval, 'which one step brings back').toEqual({ cp: 30 });
  });

  /** A board whose rules answer only when `answer` is called. */
  function slowBoard() {
    const waiting: (() => void)[] = [];
    const position: Rules['position'] = async (wish) => {
      await new Promise<void>((resolve) => waiting.push(resolve));
      return HAND_RULES.position(wish);
    };
    const explain: Rules['explain'] = async (wish) => {
      await new Promise<void>((resolve) => waiting.push(resolve));
      return HAND_RULES.explain(wish);
    };
    const answer = async () => {
      waiting.splice(0).forEach((resolve) => resolve());
      await new Promise((later) => setTimeout(later));
    };
    const board = new Analysis({ ...HAND_RULES, position, explain });
    board.begin(board.tree);
    return { board, answer };
  }

  const OTHER = '4k3/8/8/8/8/8/P7/4K3 w - - 0 1';

  test('a move that was tried in one position was made at the root of another, and its refusal was shown there', async () => {
    const { board, answer } = slowBoard();
    void board.attempt('e1', 'e2');
    board.begin(emptyTree(OTHER));
    await answer();
    expect(board.tree.nodes.size).toBe(1);
    expect(board.placed?.fen, 'and the answer for the other position is not taken for this one').toBe(OTHER);

    void board.attempt('e1', 'e1');
    board.begin(emptyTree());
    await answer();
    expect(board.refused).toBeNull();
  });

  test('a better line becomes a variation where the bad move was made, and one leafs through it', async () => {
    const board = new Analysis(HAND_RULES);
    board.begin(board.tree);
    await board.make('e2e4');
    await board.make('e7e5');
    const [first, second] = board.path.map(({ id }) => id);
    await board.tryLine(first ?? ROOT, ['d7d5', 'e4d5', 'd8d5']);
    expect(board.path.map(({ uci }) => uci)).toEqual(['e2e4', 'd7d5']);
    expect(board.tree.nodes.get(first ?? ROOT)?.children[0]).toBe(second);
    board.next();
    board.next();
    expect(board.path.map(({ uci }) => uci)).toEqual(['e2e4', 'd7d5', 'e4d5', 'd8d5']);
    board.undo();
    expect(board.tree.nodes.size, 'the whole line at once').toBe(3);
    await board.tryLine(ROOT, ['d2d4']);
    expect(board.path.map(({ uci }) => uci)).toEqual(['d2d4']);
  });

  test('a move or a line that was asked for on one tree is not put into another that has come meanwhile', async () => {
    const waiting: (() => void)[] = [];
    const later = () => new Promise<void>((resolve) => waiting.push(resolve));
    const asks: ((board: Analysis) => Promise<unknown>)[] = [(board) => board.make('e2e4'), (board) => board.playLine(['e2e4', 'e7e5'])];
    // From the same start the root is the same in every respect, and is another game's all the same.
    for (const start of [OTHER, START_FEN]) {
      for (const ask of asks) {
        const board = new Analysis({
          ...HAND_RULES,
          play: (wish) => later().then(() => HAND_RULES.play(wish)),
          replay: (wish) => later().then(() => HAND_RULES.replay(wish)),
        });
        board.begin(board.tree);
        const asked = ask(board);
        board.load(emptyTree(start));
        waiting.splice(0).forEach((resolve) => resolve());
        await asked;
        expect([board.tree.nodes.size, board.here, board.ahead]).toEqual([1, ROOT, false]);
      }
    }
  });

  test('of two moves that are tried before the rules have answered, the last one is made', async () => {
    const { board, answer } = slowBoard();
    void board.attempt('e2', 'e4');
    void board.attempt('d2', 'd4');
    await answer();
    await vi.waitFor(() => expect(board.path.map(({ uci }) => uci)).toEqual(['d2d4']));
    expect(board.tree.nodes.size).toBe(2);
  });

  test('a pawn that promotes before the rules have answered becomes a queen unasked, for whoever has chosen that', async () => {
    for (const alwaysQueen of [true, false]) {
      const { board, answer } = slowBoard();
      board.begin(emptyTree('4k3/P7/8/8/8/8/8/4K3 w - - 0 1'));
      void board.attempt('a7', 'a8', alwaysQueen);
      await answer();
      await vi.waitFor(() => expect([board.node.uci, board.promotion?.to]).toEqual(alwaysQueen ? ['a7a8q', undefined] : ['', 'a8']));
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

describe('what the browser keeps', () => {
  beforeEach(() => localStorage.clear());
  afterEach(() => vi.unstubAllGlobals());
  const own = (game: string | null, owner = '') => ({ owner, game });

  test('is the newest work, and never without bound, and it is said which goes before it goes', async () => {
    await languages.need('analysis');
    const board = newBoard();
    await play(board, 'e2e4');
    const kept = { game: toArena({ ...board.tree, tags: [['White', 'Anna'], ['Black', 'Ben']] }), here: 0, played: [] };
    const gone: (string | null)[] = [];
    let said = 0;
    for (let game = 0; game < MOST_BOARDS + 3; game += 1) {
      const room = roomLeft(own(`game${game}`));
      if (room) said += 1;
      if (game === MOST_BOARDS) {
        expect(room).toEqual({ left: 0, next: 'Anna – Ben (/analysis/game0)' });
        expect(noticeOf(board, null, null, '', { room }).text).toContain('Anna – Ben (/analysis/game0)');
      }
      expect(keepBoard(own(`game${game}`), kept, (title) => gone.push(title))).toBe(true);
    }
    expect(gone).toEqual([0, 1, 2].map((game) => `Anna – Ben (/analysis/game${game})`));
    expect(said, 'before each, and some boards earlier').toBeGreaterThan(5);
    expect(roomLeft(own('game9', 'Ben')), 'whose it is, is nobody else’s business').toMatchObject({ next: null });
    expect(recallBoard(own('game0'))).toBeNull();
    expect(localStorage.getItem('tabiya.analysis.board.game0')).toBeNull();
    expect(recallBoard(own(`game${MOST_BOARDS + 2}`))).toEqual(kept);
    const large = { ...kept, game: { ...kept.game, comment: 'x'.repeat(MOST_OF_ONE) } };
    expect(keepBoard(own(null), large)).toBe(false);
    expect(recallBoard(own(null))).toBeNull();
  });

  test('belongs to whoever was logged in', async () => {
    const board = newBoard();
    await play(board, 'e2e4');
    const kept = { game: toArena(board.tree), here: 0, played: [] };
    keepBoard(own(null, 'Anna'), kept);
    expect([recallBoard(own(null)), recallBoard(own(null, 'Ben'))]).toEqual([null, null]);
    expect(recallBoard(own(null, 'Anna'))).toEqual(kept);
    dropBoard(own(null, 'Anna'));
    expect(Object.keys(localStorage).filter((name) => name.includes('board'))).toEqual([]);
  });

  test('makes room where the browser has less, and says when it has none', async () => {
    const board = newBoard();
    await play(board, 'e2e4');
    const kept = { game: toArena(board.tree), here: 0, played: [] };
    for (const game of ['one', 'two']) keepBoard(own(game), kept);
    let room = 2;
    const kepts = new Map(Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at) ?? '').map((name) => [name, localStorage.getItem(name) ?? ''] as const));
    vi.stubGlobal('localStorage', {
      getItem: (name: string) => kepts.get(name) ?? null,
      removeItem: (name: string) => kepts.delete(name),
      setItem: (name: string, value: string) => {
        const boards = new Set([...kepts.keys(), name].filter((each) => each.includes('board')));
        if (boards.size > room) throw new Error('full');
        kepts.set(name, value);
      },
    });
    expect(keepBoard(own('three'), kept)).toBe(true);
    expect([recallBoard(own('one')), recallBoard(own('two')), recallBoard(own('three'))]).toEqual([null, kept, kept]);
    room = 0;
    expect(keepBoard(own('four'), kept)).toBe(false);
  });
});

test('a record that names its players has a heading, of what is known of it', () => {
  const tags = (text: string) => tagsOf(`${text}\n\n*`);
  expect(headingOf(tags('[Event "Club evening"]\n[Site "?"]\n[Date "2024.05.??"]\n[White "Müller, Anna"]\n[Black "O\'Brien"]'))).toEqual({
    white: 'Müller, Anna',
    black: "O'Brien",
    told: 'Club evening · 2024.05',
  });
  expect(headingOf(tags('[White "Anna"]\n[Date "????.??.??"]'))).toEqual({ white: 'Anna', black: '?', told: '' });
  expect(headingOf(tags('[White "?"]\n[Black "?"]\n[Event "Club evening"]'))).toBeNull();
});

describe('the PGN that is carried away from a game', () => {
  const OF_SERVER = '[Event "Casual \\"blitz\\" game"]\n[Site "https://chess.example/game/abcd1234"]\n[Date "2026.11.27"]\n[White "Anna"]\n[Black "Bert"]\n[Result "1-0"]\n[FEN "x"]\n[SetUp "1"]\n[TimeControl "600+0"]\n[Termination "Normal"]\n[ECO "C33"]\n\n1. e4 { [No "tag"] } 1-0\n';

  test('has the tags that the server knows, and the moves of the board', async () => {
    const board = newBoard();
    await play(board, 'e2e4');
    const arena = toArena({ ...board.tree, result: '1-0', tags: [['Event', '?'], ['Date', '????.??.??'], ['White', 'Anna'], ['Result', '1-0'], ['Annotator', 'Zoë']] });
    const carried = withTags(arena, tagsOf(OF_SERVER));
    expect(carried.nodes).toEqual(arena.nodes);
    expect(carried.tags).toEqual([
      ['Event', 'Casual "blitz" game'],
      ['Site', 'https://chess.example/game/abcd1234'],
      ['Date', '2026.11.27'],
      ['White', 'Anna'],
      ['Black', 'Bert'],
      ['TimeControl', '600+0'],
      ['Termination', 'Normal'],
      ['ECO', 'C33'],
      ['Result', '1-0'],
      ['Annotator', 'Zoë'],
    ]);
    expect(withTags(arena, []).tags).toEqual(arena.tags);
  });

  test('is named after the players and the date', () => {
    expect(fileNameOf(tagsOf(OF_SERVER))).toBe('Anna_Bert_2026-11-27.pgn');
    expect(fileNameOf([['White', 'Zoë O’Neil/..'], ['Black', 'level 3'], ['Date', '2026.??.??']])).toBe('Zoë-O-Neil_level-3.pgn');
    expect(fileNameOf([['White', '?'], ['Black', 'Bert']])).toBe('analysis.pgn');
    expect(fileNameOf([])).toBe('analysis.pgn');
  });
});
