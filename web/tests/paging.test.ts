// SPDX-License-Identifier: AGPL-3.0-or-later
// The wheel over the board.
import { expect, test } from 'vitest';
import { paging } from '../src/board/paging';

function turned(...events: WheelEventInit[]): number {
  const place = document.createElement('div');
  const line = { moves: { length: 40 }, ply: 20, review: (ply: number) => void (line.ply = ply) };
  const end = paging(line, () => false)(place);
  for (const event of events) place.dispatchEvent(new WheelEvent('wheel', { cancelable: true, ...event }));
  if (end) end();
  return line.ply - 20;
}

test('a notch of a mouse is one move, however far it turns and in whatever it is measured', () => {
  for (const deltaY of [100, 120, 133]) expect(turned({ deltaY: -deltaY }), `${deltaY} px`).toBe(-1);
  expect(turned({ deltaY: 3, deltaMode: WheelEvent.DOM_DELTA_LINE })).toBe(1);
  expect(turned({ deltaY: 100 }, { deltaY: 100 }, { deltaY: -100 })).toBe(1);
});

test('strokes on a touch pad add up to a move each 40 pixels', () => {
  const strokes = (count: number) => Array.from({ length: count }, () => ({ deltaY: 8 }));
  expect(turned(...strokes(4))).toBe(0);
  expect(turned(...strokes(5))).toBe(1);
  expect(turned(...strokes(15))).toBe(3);
  // The other way counts from there.
  expect(turned(...strokes(4), { deltaY: -8 }, ...strokes(4))).toBe(0);
});
