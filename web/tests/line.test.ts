// SPDX-License-Identifier: AGPL-3.0-or-later
import { describe, expect, test } from 'vitest';
import { START_FEN } from '../src/board/fen';
import { turnPages } from '../src/board/keys';
import { Line } from '../src/board/line.svelte';
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
