// SPDX-License-Identifier: AGPL-3.0-or-later
// One puzzle after the other: which is shown, what was tried, and what came of it. The server decides what a move is worth; the page
// shows what it is told.
import { Line } from '../board/line.svelte';
import { destinationsOf, promotionsOf, uciOf } from '../board/moves';
import { withoutAsking } from '../board/promoting';
import { t } from '../locale';
import { account } from '../platform/account.svelte';
import { ApiError, query, read, send } from '../platform/api';
import type {
  NextPuzzle,
  PuzzleAnswer,
  PuzzleDone,
  PuzzleHint,
  PuzzlePlayerView,
  PuzzlePosition,
  PuzzleSetView,
  PuzzleSolution,
  PuzzleView,
  PuzzleWhy,
  Role,
  Square,
} from '../platform/protocol';
import { problemOf } from '../ui/problem';
import { passedBefore, rememberPassed, withPassed } from './passed';
import { whyIllegal } from './illegal';
import { lostRun, Run, type RunKind } from './run.svelte';
import { rememberWish, wishBefore, type Wish } from './wish';

/** What is going on. */
export type Stage =
  | 'loading'
  /** The solver is to move. */
  | 'solve'
  /** A move is on its way. */
  | 'asking'
  /** The last move was wrong, and stands on the board. */
  | 'wrong'
  /** It still wins, but there is a better one. */
  | 'good'
  | 'solved'
  /** The solution was asked for. */
  | 'shown'
  /** There is no puzzle left. */
  | 'none'
  /** The server did not answer, or has no such puzzle. */
  | 'failed';

/** How long the opponent's mistake is waited for, in milliseconds, so that it is seen. */
const BEFORE_MISTAKE = 400;

/** How long each move of an explanation stands until the next one, in milliseconds. */
const BETWEEN_MOVES = 700;

export class Solver {
  readonly line = new Line();
  stage = $state<Stage>('loading');
  puzzle = $state.raw<PuzzleView | null>(null);
  player = $state.raw<PuzzlePlayerView | null>(null);
  /** The position in which the solver moves. */
  position = $state.raw<PuzzlePosition | null>(null);
  /** The square of the piece that should move; null until a hint is asked for. */
  hinted = $state<Square | null>(null);
  /** What the attempt has done. */
  done = $state.raw<PuzzleDone | null>(null);
  /** Whether a wrong move was played, or something was shown. */
  isSpoilt = $state(false);
  why = $state.raw<PuzzleWhy | 'asking' | 'failed' | null>(null);
  /** The sentence of a call that was refused. */
  problem = $state('');
  promotion = $state.raw<{ from: Square; to: Square; roles: Role[] } | null>(null);
  /** Counts what sets the board back. */
  revision = $state(0);
  private wanted = $state.raw<Wish>(wishBefore());
  /** The streak or the rush that goes on, or has just ended. */
  run = $state.raw<Run | null>(null);
  /** The run that ended because the page was loaded again; null once a move was played, and where none was lost. */
  lost = $state.raw(lostRun());
  /** The puzzle before this one was withdrawn in a run; told until a move is played. */
  hasLeftWithdrawn = $state(false);
  /** The last move was right, and more are to be found. */
  hasJustFound = $state(false);
  /** There is no such puzzle. */
  isMissing = $state(false);
  /** The set whose puzzles come one after the other; null for any puzzle. */
  set = $state.raw<PuzzleSetView | null>(null);
  /** Whether the solver has said that this puzzle is faulty. */
  isReported = $state(false);
  /** Whether it is the puzzle of the day. */
  isDaily = $state(false);
  /** The solver's right moves so far. */
  private found: string[] = [];
  /** The move that was not right. */
  private missed: string | null = null;
  private asked = 0;
  /** What is left out as long as there are others: of an account what it has skipped, of a guest what was seen in this browser. */
  private passed: string[] = account.hint === null ? passedBefore() : [];

  readonly destinations = $derived(this.mayMove ? destinationsOf(this.position?.legal ?? []) : new Map<Square, Square[]>());
  readonly isOver = $derived(this.stage === 'solved' || this.stage === 'shown');
  readonly isRunning = $derived(this.run !== null && !this.run.isOver);

  /** Which puzzle of the set this is, from 1; 0 before the first. */
  readonly place = $derived((this.set?.puzzles.findIndex(({ id }) => id === this.puzzle?.id) ?? -1) + 1);

  /** The move that the solver has played here in a game, in SAN; null where there is none. */
  readonly played = $derived(this.set?.puzzles[this.place - 1]?.played ?? null);

  /** Which puzzles are wanted. */
  get wish(): Wish {
    return this.wanted;
  }

  set wish(wish: Wish) {
    this.wanted = wish;
    rememberWish(wish);
  }

  get mayMove(): boolean {
    return this.stage === 'solve' && this.line.isAtEnd && this.position !== null && this.run?.isOver !== true;
  }

  /** Whether it may be asked why the move was wrong. */
  get mayExplain(): boolean {
    return this.why === null || this.why === 'failed';
  }

  /** Shows the next puzzle, or the one with this id. */
  async next(id: string | null = null): Promise<void> {
    if (id === null && this.set) return this.nextOfSet(this.set);
    const except = this.passing().join(',');
    const number = this.begin();
    const { themes, opening, shift } = this.wish;
    try {
      if (id !== null) {
        const puzzle = await read<PuzzleView>(`/api/page/puzzles/${encodeURIComponent(id)}`);
        if (number === this.asked) await this.show(puzzle, number);
        return;
      }
      const level = this.isRunning ? { points: this.run?.points } : { shift, again: 'true' };
      const asked = query({ themes: themes.join(','), openings: opening, except, ...level });
      const { puzzle, player } = await read<NextPuzzle>(`/api/page/puzzles${asked}`);
      if (number !== this.asked) return;
      this.player = player;
      if (puzzle) await this.show(puzzle, number);
      else this.stage = 'none';
    } catch (error) {
      if (number === this.asked) this.fail(error);
    }
  }

  /** Gives the puzzles of a set: from this one on, or from the first that is not solved. */
  async beginSet(set: string, id: string | null): Promise<void> {
    const number = this.begin();
    try {
      const found = await read<PuzzleSetView>(`/api/page/puzzle-sets/${encodeURIComponent(set)}`);
      if (number !== this.asked) return;
      this.set = found;
      await this.next(id ?? found.puzzles.find(({ last }) => last !== 'solved')?.id ?? found.puzzles[0]?.id ?? null);
    } catch (error) {
      if (number === this.asked) this.fail(error);
    }
  }

  /** The puzzle behind this one; after the last one there is none left. */
  private async nextOfSet(set: PuzzleSetView): Promise<void> {
    const next = set.puzzles[this.place];
    if (next) return this.next(next.id);
    const number = this.begin();
    // How many of them are solved by now.
    const now = await read<PuzzleSetView>(`/api/page/puzzle-sets/${encodeURIComponent(set.id)}`).catch(() => set);
    if (number !== this.asked) return;
    this.set = now;
    this.stage = 'none';
  }

  /** The ids that the next puzzle should not have, the one on the board last. */
  private passing(): string[] {
    const id = this.puzzle?.id;
    if (id === undefined) return this.passed;
    const ids = withPassed(this.passed, id);
    const isGuest = account.hint === null;
    if (isGuest || this.done === null) this.passed = ids;
    if (isGuest) rememberPassed(ids);
    return ids;
  }

  private begin(): number {
    this.asked += 1;
    this.stage = 'loading';
    this.problem = '';
    this.forget();
    this.done = null;
    this.isSpoilt = false;
    this.isReported = false;
    this.isDaily = false;
    return this.asked;
  }

  /** Begins a streak or a rush. */
  begins(kind: RunKind): Promise<void> {
    this.run?.end();
    this.lost = null;
    this.run = new Run(kind);
    return this.next();
  }

  /** Back to one puzzle at a time. */
  endRun(): void {
    this.run?.end();
    this.run = null;
  }

  /** The puzzle of the day, which is the same for all. */
  async daily(): Promise<void> {
    this.endRun();
    const number = this.begin();
    try {
      const puzzle = await read<PuzzleView>('/api/page/puzzle-daily');
      if (number !== this.asked) return;
      this.isDaily = true;
      await this.show(puzzle, number);
    } catch (error) {
      if (number === this.asked) this.fail(error);
    }
  }

  /** Says that the puzzle is faulty. */
  async report(): Promise<void> {
    const number = this.asked;
    await send('POST', this.path('report'));
    if (number === this.asked) this.isReported = true;
  }

  private forget(): void {
    this.hasJustFound = false;
    this.hinted = null;
    this.why = null;
    this.promotion = null;
    this.missed = null;
  }

  /** First the position before the mistake, so that the mistake is seen. */
  private async show(puzzle: PuzzleView, number: number): Promise<void> {
    this.puzzle = puzzle;
    this.found = [];
    this.position = null;
    this.line.set(puzzle.before, []);
    this.revision += 1;
    await new Promise((later) => setTimeout(later, BEFORE_MISTAKE));
    if (number !== this.asked) return;
    this.line.append(puzzle.mistake);
    this.ask(puzzle.position);
  }

  private ask(position: PuzzlePosition): void {
    this.problem = '';
    this.position = position;
    this.stage = 'solve';
  }

  /** What was lost on its way may be done again. */
  private lose(error: unknown): void {
    if (error instanceof ApiError && error.status !== 0 && error.status !== 429 && error.status < 500) return this.fail(error);
    this.problem = problemOf(error);
    if (this.stage === 'asking') this.stage = 'solve';
    this.revision += 1;
  }

  private fail(error: unknown): void {
    const { code, status } = error instanceof ApiError ? error : { code: '', status: 0 };
    const isWithdrawn = code === 'puzzle_withdrawn';
    // The clock runs.
    if (isWithdrawn && this.isRunning) {
      this.hasLeftWithdrawn = true;
      void this.next();
      return;
    }
    this.problem = status === 0 ? '' : isWithdrawn ? t.puzzles.withdrawn : problemOf(error);
    this.isMissing = status !== 0 && status !== 429;
    this.stage = 'failed';
  }

  /** A move on the board. A pawn that comes to the last rank asks first what it becomes. */
  move(from: Square, to: Square): void {
    if (!this.mayMove) return;
    const roles = promotionsOf(this.position?.legal ?? [], from, to);
    const uci = withoutAsking(roles, from, to);
    if (uci !== null) void this.try(uci);
    else this.promotion = { from, to, roles };
  }

  /** A move that the board did not take: says why the rules forbid it. It costs nothing. */
  async attempt(from: Square, to: Square): Promise<void> {
    const { asked: number, position } = this;
    if (!this.mayMove || !position) return;
    const why = await whyIllegal(position.fen, from + to);
    if (number === this.asked && position === this.position && this.mayMove) this.problem = why;
  }

  promote(role: Role | null): void {
    const { promotion } = this;
    this.promotion = null;
    if (promotion && role) void this.try(uciOf(promotion.from, promotion.to, role));
    else this.revision += 1;
  }

  private path(call: string): string {
    return `/api/page/puzzles/${encodeURIComponent(this.puzzle?.id ?? '')}/${call}`;
  }

  private async try(uci: string): Promise<void> {
    const number = (this.asked += 1);
    this.stage = 'asking';
    this.problem = '';
    this.lost = null;
    this.hasLeftWithdrawn = false;
    this.hinted = null;
    this.why = null;
    try {
      const answer = await send<PuzzleAnswer>('POST', this.path('move'), {
        moves: [...this.found, uci],
        ...(this.run && { practice: true }),
      });
      if (number === this.asked) this.hear(uci, answer);
    } catch (error) {
      if (number === this.asked) this.lose(error);
    }
  }

  /** What a move was worth. */
  hear(uci: string, { played, verdict, done }: PuzzleAnswer): void {
    this.line.append(played);
    if (done) this.end(done);
    this.hasJustFound = verdict.kind === 'right';
    switch (verdict.kind) {
      case 'right':
        this.found.push(uci);
        this.line.append(verdict.reply);
        this.ask(verdict.position);
        break;
      case 'solved':
        this.found.push(uci);
        this.stage = 'solved';
        this.run?.solve();
        if (this.isRunning) void this.next();
        break;
      case 'good':
      case 'wrong':
        this.missed = uci;
        this.isSpoilt ||= verdict.kind === 'wrong';
        this.stage = verdict.kind;
        if (verdict.kind === 'wrong') this.run?.miss(this.puzzle?.id ?? '');
        if (this.isRunning && verdict.kind === 'wrong') void this.next();
    }
  }

  private end(done: PuzzleDone): void {
    this.done = { ...done, rated: done.rated ?? this.done?.rated ?? null };
    if (done.rated && this.player) this.player = { rating: done.rated[1], tried: this.player.tried + 1 };
  }

  /** Takes back what was not right. */
  again(): void {
    if (this.stage !== 'wrong' && this.stage !== 'good') return;
    // What refutes it stands on the board as well.
    const shown = 1 + 2 * this.found.length;
    this.line.takeBack(this.line.tree.moves.length - shown);
    this.line.review(shown);
    this.forget();
    this.revision += 1;
    if (this.position) this.ask(this.position);
  }

  /** Tells which piece should move. */
  async hint(): Promise<void> {
    if (this.stage !== 'solve') return;
    const number = this.asked;
    this.problem = '';
    try {
      const { from } = await send<PuzzleHint>('POST', this.path('hint'), { moves: this.found });
      if (number !== this.asked) return;
      this.hinted = from;
      this.isSpoilt = true;
    } catch (error) {
      if (number === this.asked) this.lose(error);
    }
  }

  /** Plays the solution out. */
  async solution(): Promise<void> {
    if (!this.puzzle || this.isOver) return;
    const number = (this.asked += 1);
    this.problem = '';
    try {
      const { line, done } = await send<PuzzleSolution>('POST', this.path('solution'));
      if (number !== this.asked) return;
      this.forget();
      this.isSpoilt = true;
      this.end(done);
      this.line.set(this.puzzle.before, [this.puzzle.mistake, ...line]);
      this.line.review(2);
      this.stage = 'shown';
      await this.playOut(number);
    } catch (error) {
      if (number === this.asked) this.lose(error);
    }
  }

  /** Turns to one move after the other, until somebody turns to another position. */
  private async playOut(number: number): Promise<void> {
    for (let ply = this.line.ply; ply < this.line.moves.length; ply += 1) {
      await new Promise((later) => setTimeout(later, BETWEEN_MOVES));
      if (number !== this.asked || this.line.ply !== ply) return;
      this.line.review(ply + 1);
    }
  }

  /** Plays on the board how the opponent goes on after a wrong move, and says why. */
  async explain(): Promise<void> {
    const { missed } = this;
    if (missed === null || !this.mayExplain) return;
    const number = this.asked;
    this.why = 'asking';
    this.problem = '';
    try {
      const why = await send<PuzzleWhy>('POST', this.path('why'), { moves: [...this.found, missed] });
      if (number !== this.asked) return;
      this.why = why;
      for (const move of why.line) {
        this.line.append(move);
        await new Promise((later) => setTimeout(later, BETWEEN_MOVES));
        // Taken back meanwhile, or another puzzle.
        if (this.why !== why) return;
      }
    } catch {
      if (number === this.asked) this.why = 'failed';
    }
  }
}
