// SPDX-License-Identifier: AGPL-3.0-or-later
// What goes on beside the analysis, on a board of its own: practice against the engine, or a lesson about mistakes. Both are kept
// in the tab, so that they go on when their page is loaded again.
import { untrack } from 'svelte';
import { t } from '../locale';
import type { Color } from '../platform/protocol';
import { recallInTab, rememberInTab } from '../platform/storage';
import type { Analysis } from './analysis.svelte';
import type { Place } from './kept';
import { Lesson } from './lesson.svelte';
import type { OwnGames } from './own.svelte';
import type { EnginePanel } from './panel.svelte';
import type { Step } from './ports';
import { Practice } from './practice.svelte';
import { type Offered, type Reached, reachedIn } from './report/learn';

const KEPT_PRACTICE = 'analysis.practice';
interface KeptPractice {
  owner: string;
  game: string | null;
  /** The position that it began with. */
  fen: string;
  you: Color;
  level: number;
  moves: string[];
}

const KEPT_LESSON = 'analysis.lesson';
interface KeptLesson extends Reached {
  owner: string;
  game: string;
  side: Color;
}

export class Away {
  practice = $state.raw<Practice | null>(null);
  lesson = $state.raw<Lesson | null>(null);
  /** What the lesson is called. */
  title = $state('');
  /** The lesson about the other side, which can be begun next. */
  other = $state.raw<Offered | null>(null);
  /** Whichever of the two goes on. */
  readonly now = $derived.by(() => this.practice ?? this.lesson);
  /** The practice and the lesson that went on when this page was loaded again. */
  private practised = $state.raw(recallInTab<KeptPractice>(KEPT_PRACTICE));
  private taught = $state.raw<KeptLesson | null>(null);
  /** Whose lesson can be gone on with. */
  readonly resumes = $derived.by(() => this.taught?.side ?? null);

  constructor(
    private readonly analysis: Analysis,
    private readonly place: Place,
    private readonly panel: EnginePanel,
    private readonly own: OwnGames,
  ) {
    const kept = place.game === null ? null : recallInTab<KeptLesson>(KEPT_LESSON);
    if (kept && kept.game === place.game && kept.owner === place.owner) this.taught = kept;
  }

  /** Called in an effect: practice is kept as it is now. */
  keepPractice(): void {
    if (!this.practice) return;
    const { you, level, line: moves, board } = this.practice;
    rememberInTab(KEPT_PRACTICE, { ...this.place, fen: board.start, you, level, moves } satisfies KeptPractice);
  }

  /** Called in an effect: goes on with practice that was kept, once it is known that no game forbids it. */
  resumePractice(): void {
    const kept = this.practised;
    if (!kept || this.own.isUnsure) return;
    // Now or never: nobody expects practice to begin later, when they come by this position again.
    untrack(() => {
      this.practised = null;
      const { analysis, place } = this;
      const isSame = kept.owner === place.owner && kept.game === place.game && kept.fen === analysis.fen;
      if (!isSame || this.lesson || this.practice) return;
      this.practice = new Practice(analysis, kept.you, kept.level, () => this.panel.lend());
      void this.practice.resume(kept.moves);
    });
  }

  practise(you: Color, level: number): void {
    this.practised = null;
    this.practice = new Practice(this.analysis, you, level, () => this.panel.lend());
  }

  stopPractice(keepsLine: boolean): void {
    const moves = this.practice?.line ?? [];
    this.practice?.close();
    this.practice = null;
    rememberInTab(KEPT_PRACTICE, null);
    if (keepsLine) void this.analysis.playLine(moves);
  }

  /** Called in an effect: how far the lesson is is kept. */
  keepLesson(): void {
    const { lesson, place } = this;
    if (!lesson || place.game === null) return;
    const at = reachedIn(lesson.learning);
    rememberInTab(KEPT_LESSON, at && ({ owner: place.owner, game: place.game, side: lesson.you, ...at } satisfies KeptLesson));
  }

  /** Whoever goes to another page has left the lesson. */
  forgetLesson(): void {
    rememberInTab(KEPT_LESSON, null);
  }

  /** Begins a lesson about a game of these moves. False if the engine may look at none of its mistakes. */
  learn(wanted: Offered, other: Offered | null, played: readonly Step[]): boolean {
    const { analysis, own } = this;
    const reached = this.taught?.side === wanted.side ? this.taught : null;
    this.taught = null;
    const open = wanted.mistakes.filter(({ before }) => own.closes(played[before - 1]?.fen ?? analysis.start) === null);
    if (open.length === 0) return false;
    this.stopLesson();
    this.title = wanted.title;
    this.other = other;
    const whyNot = (fen: string) => (own.closes(fen) ? t.analysis.near : '');
    this.lesson = new Lesson(analysis, played, wanted.side, open, wanted.nodes, () => this.panel.lend(), whyNot, reached);
    return true;
  }

  /** The lesson that goes on, as it was offered: it can be begun again after the one about the other side. */
  offeredNow(nodes: number): Offered | null {
    return this.lesson && { side: this.lesson.you, mistakes: this.lesson.learning.mistakes, title: this.title, nodes };
  }

  stopLesson(): void {
    this.lesson?.close();
    this.lesson = null;
    rememberInTab(KEPT_LESSON, null);
  }

  /** The page is gone. What is kept stays. */
  close(): void {
    this.practice?.close();
    this.lesson?.close();
  }
}
