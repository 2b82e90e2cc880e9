// SPDX-License-Identifier: AGPL-3.0-or-later
// How long the players thought, as far as their clocks tell it, and how high that stands in the graph.
import type { ClockControlView, Color, GameView } from '../../platform/protocol';
import { moverOf } from './jump';

/** From so many milliseconds on, which are twenty minutes, a bar grows no more. */
const MOST_MS = 1_200_000;

function clockOf({ time }: GameView, side: Color): ClockControlView | null {
  if (time === null || 'days' in time) return null;
  return 'white' in time ? time[side] : time;
}

/** The time of each half-move in milliseconds; null where it is not known. Without a clock there are no times. */
export function timesOf(view: GameView): (number | null)[] {
  const first: Color = view.start_fen.split(' ')[1] === 'b' ? 'black' : 'white';
  const left: Record<Color, number | null> = { white: clockOf(view, 'white')?.initial_ms ?? null, black: clockOf(view, 'black')?.initial_ms ?? null };
  const times = view.moves.map(({ clock_ms: now }, index) => {
    const side = moverOf(index + 1, first);
    const before = left[side];
    left[side] = now;
    if (now === null || before === null) return null;
    const clock = clockOf(view, side);
    const increment = clock && 'increment_ms' in clock ? clock.increment_ms : 0;
    // A side's clock may stand still during its first move, and then nothing is added.
    const added = index < 2 && now === before ? 0 : increment;
    return Math.max(before + added - now, 0);
  });
  return times.some((time) => time !== null) ? times : [];
}

/** The height of a bar from 0 to 1: long thoughts stand out, and short ones can still be seen. */
export function heightOf(ms: number): number {
  const height = (time: number) => Math.log(0.0005 * Math.min(time, MOST_MS) + 3) ** 2 - Math.log(3) ** 2;
  return height(ms) / height(MOST_MS);
}
