// SPDX-License-Identifier: AGPL-3.0-or-later
// What the address of the analysis board names, and what it can't.
import { describe, expect, test, vi } from 'vitest';
import { isThere, isUnreadable, loadAddress, namedMoves, openAddress, readAddress, spaced, writeAddress } from '../src/analysis/address';
import { AddressLine } from '../src/analysis/address-line.svelte';
import { Analysis } from '../src/analysis/analysis.svelte';
import { noticeOf } from '../src/analysis/notice';
import type { Rules } from '../src/analysis/ports';
import { emptyTree, nodeOf, ROOT } from '../src/analysis/tree';
import { RulesError } from '../src/analysis/worker/worker';
import { START_FEN } from '../src/board/fen';
import { languages } from '../src/locale';
import { HAND_RULES, newBoard, play } from './analysis-support';

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

  test('a link is followed, also where the address would be written before the browser tells of it', async () => {
    const board = newBoard();
    await play(board, 'e2e4');
    const line = new AddressLine(board, () => null, false, () => undefined);
    line.name();
    expect(location.hash).toBe('#moves=e2e4');
    // The address is another, and the event that says so has not come.
    history.replaceState(null, '', '#moves=d2d4');
    line.name();
    expect(line.linked?.moves).toEqual(['d2d4']);
    // Now it comes.
    line.follow();
    expect(line.linked?.moves).toEqual(['d2d4']);
    expect(location.hash).toBe('#moves=d2d4');
    // Whoever keeps what is there has its address back, and may follow the link another time.
    line.linked = null;
    line.name();
    expect(location.hash).toBe('#moves=e2e4');
    history.replaceState(null, '', '#moves=d2d4');
    line.follow();
    expect(line).toHaveProperty('linked.moves', ['d2d4']);
    line.linked = null;
    line.name();
    // An address without a line takes nothing away.
    history.replaceState(null, '', location.pathname);
    await play(board, 'e7e5');
    line.name();
    expect(location.hash).toBe('#moves=e2e4.e7e5');
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
