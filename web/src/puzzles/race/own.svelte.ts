// SPDX-License-Identifier: AGPL-3.0-or-later
// The race that was made last in this browser: whoever leads it looks at other pages while it waits or runs, and comes back.
import { read } from '../../platform/api';
import type { RaceView } from '../../platform/protocol';
import { recall, remember } from '../../platform/storage';
import { isRaceId } from '../views';

const NAME = 'puzzles.race';
/** How often the clock is read, in milliseconds. */
const BEAT = 1000;

export const rememberRace = (id: string): void => remember(NAME, id);

export class OwnRace {
  /** Null where there is none that waits or runs. */
  id = $state<string | null>(null);
  /** Milliseconds until its end; null before its start. */
  left = $state<number | null>(null);
  private endsAt = 0;

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Looks whether there is one, and reads its clock until it is over. Returns how to stop. */
  follow(): () => void {
    const kept = recall<unknown>(NAME, null);
    if (typeof kept !== 'string' || !isRaceId(kept)) return () => undefined;
    let clock: ReturnType<typeof setInterval> | undefined;
    let isStopped = false;
    read<RaceView>(`/api/page/puzzle-races/${kept}`).then(
      (race) => {
        if (isStopped || race.stage === 'over' || !(race.may_remove || race.has_joined)) return;
        this.id = kept;
        if (race.stage === 'waiting') return;
        this.endsAt = this.now() + race.starts_in_ms + race.left_ms;
        this.beat();
        clock = setInterval(() => this.beat(), BEAT);
      },
      // It is gone, or the server is away.
      () => undefined,
    );
    return () => {
      isStopped = true;
      clearInterval(clock);
    };
  }

  private beat(): void {
    this.left = Math.max(0, this.endsAt - this.now());
    if (this.left === 0) this.id = null;
  }
}
