// SPDX-License-Identifier: AGPL-3.0-or-later
import { describe, expect, test } from 'vitest';
import { START_FEN } from '../src/board/fen';
import { turnPages } from '../src/board/keys';
import { Line } from '../src/board/line.svelte';
import { tree } from '../e2e/fixtures/moves';
import { AFTER_E4, AFTER_E5, E4, E5 } from './support';

const CHECK = { ...E5, san: 'e5+', check: true };

function newLine(onreview?: () => void) {
  const line = new Line(onreview);
  line.set(START_FEN, [E4, CHECK]);
  return line;
}

describe('a line', () => {
  test('shows its newest position until somebody looks back', () => {
    const line = newLine();
    expect([line.ply, line.fen, line.isAtEnd]).toEqual([2, AFTER_E5, true]);
    expect(line.lastMove).toEqual(['e7', 'e5']);
    expect(line.check).toBe('white');
    line.review(0);
    expect([line.ply, line.fen, line.isAtEnd]).toEqual([0, START_FEN, false]);
    expect(line.lastMove).toBeNull();
    expect(line.check).toBeNull();
  });

  test('goes on at its end, and stays where somebody looks', () => {
    const line = new Line();
    line.set(START_FEN, [E4]);
    line.append(E5);
    expect(line.fen).toBe(AFTER_E5);
    line.review(1);
    line.append(E4);
    expect(line.fen).toBe(AFTER_E4);
  });

  test('never leaves its two ends', () => {
    const line = newLine();
    line.review(-3);
    expect(line.ply).toBe(0);
    line.review(99);
    expect([line.ply, line.isAtEnd]).toEqual([2, true]);
  });

  test('that was replaced by a shorter one is looked at where it ends', () => {
    const line = newLine();
    line.review(1);
    line.set(START_FEN, [E4]);
    expect([line.ply, line.isAtEnd]).toEqual([1, true]);
  });

  test('says when somebody turned to another position', () => {
    let times = 0;
    newLine(() => (times += 1)).review(1);
    expect(times).toBe(1);
  });
});

/** The moves that stand between the start and the position that is looked at. */
const played = (line: Line) => line.moves.slice(0, line.ply).map(({ san }) => san).join(' ');

function newTree() {
  const line = new Line();
  const { startFen, moves, variations } = tree();
  line.set(startFen, moves, variations);
  return { line, variations };
}

describe('a tree', () => {
  test('is a line like any other until somebody turns aside', () => {
    const { line } = newTree();
    expect([line.ply, line.isAtEnd, line.within]).toEqual([10, true, null]);
    line.review(1);
    expect(played(line)).toBe('e4');
  });

  test('is walked along the moves that can be chosen between, and back out', () => {
    const { line } = newTree();
    line.review(1);
    expect(line.turnAside(-1)).toBe(false);
    expect(line.turnAside(1)).toBe(true);
    expect(played(line)).toBe('d4');
    line.review(3);
    expect(played(line)).toBe('d4 d5 c4');
    expect(line.turnAside(1)).toBe(false);
    expect(line.leave()).toBe(true);
    expect(played(line)).toBe('e4');
    expect([line.turnAside(1), line.turnAside(1), line.turnAside(1)]).toEqual([true, true, false]);
    expect(played(line)).toBe('c4');
    expect([line.leave(), line.leave()]).toEqual([true, false]);
  });

  test('leads three variations deep', () => {
    const { line } = newTree();
    line.review(2);
    line.turnAside(1);
    line.review(4);
    line.turnAside(1);
    line.review(5);
    line.turnAside(1);
    line.review(6);
    line.turnAside(1);
    line.review(8);
    expect(played(line)).toBe('e4 c5 Nf3 Nc6 Bb5 e6 O-O Nge7');
    expect(line.isAtEnd).toBe(false);
  });

  test('goes back along the variation, and on in it', () => {
    const { line } = newTree();
    line.review(3);
    line.turnAside(1);
    line.review(1);
    expect([played(line), line.within]).toEqual(['e4', null]);
    line.review(4);
    expect(played(line)).toBe('e4 e5 f4 exf4');
    expect(line.isAtEnd).toBe(false);
  });

  test('is folded, and opened by looking into it', () => {
    const { line, variations } = newTree();
    const first = variations[0]!;
    expect([line.isFolded(first, 1), line.isFolded(first, 3)]).toEqual([false, true]);
    line.go([first], 3);
    line.fold(first, 1);
    expect([line.isFolded(first, 1), played(line)]).toEqual([true, 'e4']);
    line.go([first], 2);
    expect(line.isFolded(first, 1)).toBe(false);
    line.go([], 1);
    expect(line.isFolded(first, 1)).toBe(true);
    line.fold(first, 1);
    expect(line.isFolded(first, 1)).toBe(false);
  });

  test('loses the variations of moves that are taken back, and keeps its path from what is added', () => {
    const { line, variations } = newTree();
    line.takeBack(9);
    expect(line.tree.variations).toEqual(variations.filter(({ at }) => at === 0));
    line.go([variations[0]!], 1);
    line.append(E5);
    expect([played(line), line.tree.moves.length]).toEqual(['d4', 2]);
  });
});

describe('the arrow keys', () => {
  const press = (line: Line, key: string, more: KeyboardEventInit = {}) =>
    turnPages(new KeyboardEvent('keydown', { key, ...more }), line);

  test('turn the pages', () => {
    const line = newLine();
    press(line, 'ArrowLeft');
    expect(line.ply).toBe(1);
    press(line, 'Home');
    expect(line.ply).toBe(0);
    press(line, 'ArrowRight');
    expect(line.ply).toBe(1);
    press(line, 'ArrowDown');
    expect(line.isAtEnd).toBe(true);
  });

  test('lead with Shift from variation to variation', () => {
    const { line } = newTree();
    line.review(1);
    press(line, 'ArrowDown', { shiftKey: true });
    press(line, 'ArrowRight');
    expect(played(line)).toBe('d4 d5');
    press(line, 'ArrowLeft', { shiftKey: true });
    expect(played(line)).toBe('e4');
    press(line, 'ArrowRight', { shiftKey: true });
    press(line, 'ArrowUp', { shiftKey: true });
    expect(played(line)).toBe('e4');
  });

  test('do nothing where they are needed for something else', () => {
    const line = newLine();
    press(line, 'ArrowLeft', { altKey: true });
    press(line, 'x');
    expect(line.isAtEnd).toBe(true);
    const field = document.body.appendChild(document.createElement('input'));
    field.addEventListener('keydown', (event) => turnPages(event, line));
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft' }));
    expect(line.isAtEnd).toBe(true);
    field.remove();
  });
});
