// SPDX-License-Identifier: AGPL-3.0-or-later
// Puzzles against yourself: a streak ends with the first wrong move, a rush after three minutes or three wrong moves. The puzzles get
// harder one by one. They are practice and change no rating.
import { recall, recallInTab, remember, rememberInTab } from '../platform/storage';

export type RunKind = 'streak' | 'rush';
/** What ends a run: its time, its wrong moves, or whoever leaves it. */
export type RunEnd = 'time' | 'misses' | 'left';

/** How long a rush takes, in milliseconds. */
export const RUSH = 180_000;
/** How many wrong moves end a run. */
const MISSES: Record<RunKind, number> = { streak: 1, rush: 3 };
/** How hard the first puzzle is, and how much harder each next one, in points. */
const [FIRST, STEP, HARDEST] = [600, 40, 2800];
/** How often the time left is shown anew, in milliseconds. */
const BEAT = 250;

/** The run that goes on in this tab. */
const GOING = 'puzzles.run';

/** A run that ended because its page was loaded again. */
export interface LostRun {
  kind: RunKind;
  solved: number;
}

/** The run that this tab has lost, told once. */
export function lostRun(): LostRun | null {
  const lost = recallInTab<LostRun>(GOING);
  rememberInTab(GOING, null);
  return lost && lost.kind in MISSES && Number.isInteger(lost.solved) ? lost : null;
}

/** The most that was solved in this browser. */
export const bestOf = (kind: RunKind): number => recall<number>(`puzzles.${kind}`, 0);

export class Run {
  solved = $state(0);
  missed = $state(0);
  /** The puzzles that were missed, with their numbers in the run. */
  misses = $state.raw<readonly { id: string; number: number }[]>([]);
  /** Whether the last puzzle was missed. */
  hasJustMissed = $state(false);
  /** Milliseconds left; null in a streak. */
  left = $state<number | null>(null);
  isOver = $state(false);
  /** What has ended it. */
  why = $state<RunEnd>('left');
  /** The most that was solved before, in this browser. */
  readonly best: number;
  private readonly endsAt: number;
  private beat: ReturnType<typeof setInterval> | null = null;

  constructor(
    readonly kind: RunKind,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.best = bestOf(kind);
    this.keep();
    this.endsAt = now() + RUSH;
    if (kind === 'rush') {
      this.left = RUSH;
      this.beat = setInterval(() => this.tick(), BEAT);
    }
  }

  /** How hard the next puzzle is, in points. */
  get points(): number {
    return Math.min(HARDEST, FIRST + STEP * (this.solved + this.missed));
  }

  /** How many wrong moves a rush still takes; null in a streak, which takes none. */
  get lives(): number | null {
    return this.kind === 'rush' ? MISSES.rush - this.missed : null;
  }

  private tick(): void {
    this.left = Math.max(0, this.endsAt - this.now());
    if (this.left === 0) this.end('time');
  }

  solve(): void {
    if (this.isOver) return;
    this.solved += 1;
    this.hasJustMissed = false;
    this.keep();
  }

  /** So that a page which is loaded again can say what it has lost. */
  private keep(): void {
    rememberInTab(GOING, { kind: this.kind, solved: this.solved });
    if (this.solved > this.best) remember(`puzzles.${this.kind}`, this.solved);
  }

  miss(id: string): void {
    if (this.isOver) return;
    this.missed += 1;
    this.hasJustMissed = true;
    this.misses = [...this.misses, { id, number: this.solved + this.missed }];
    if (this.missed >= MISSES[this.kind]) this.end('misses');
  }

  /** It is over, by its rules or because somebody leaves it. */
  end(why: RunEnd = 'left'): void {
    if (!this.isOver) this.why = why;
    if (this.beat !== null) clearInterval(this.beat);
    this.beat = null;
    this.isOver = true;
    rememberInTab(GOING, null);
  }
}
