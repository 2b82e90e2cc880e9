// SPDX-License-Identifier: AGPL-3.0-or-later
// A race: asked for about once a second, and after each move of one's own. The server keeps the score and the time.
import { Line } from '../../board/line.svelte';
import { destinationsOf, promotionsOf, uciOf } from '../../board/moves';
import { withoutAsking } from '../../board/promoting';
import { t } from '../../locale';
import { ApiError, read, send } from '../../platform/api';
import type { Color, NewRace, RaceMade, RaceMoved, RacePuzzle, RaceVerdict, RaceView, RacerView, Role, Square } from '../../platform/protocol';
import { problemOf } from '../../ui/problem';
import { whyIllegal } from '../illegal';
import { rememberRace } from './own.svelte';

/** How often the race is asked for, in milliseconds, and how often the clock is read. */
const [AGAIN, BEAT] = [1000, 200];
/** How often a race that is over is asked whether there is another one for its players, and for how long, in milliseconds. */
const [AFTERWARDS, LONGEST] = [3000, 600_000];
/** Behind the moment at which the race starts or ends, in milliseconds, so that the answer is of after it. */
const AFTER = 40;
/** How long the position before the opponent's mistake stands, in milliseconds, so that the mistake is seen. */
const BEFORE_MISTAKE = 300;

const path = (id: string, call = '') => `/api/page/puzzle-races/${encodeURIComponent(id)}${call && `/${call}`}`;

export const makeRace = (wish: NewRace): Promise<RaceMade> => send('POST', '/api/page/puzzle-races', wish);

/** In words of the page that there are too few puzzles for another race. */
const few = (error: unknown): string | null => (error instanceof ApiError && error.code === 'few_puzzles' ? t.races.few : null);

/** Whether the first stands better than the second: more solved, or as many with fewer missed. */
const isBetter = (a: RacerView, b: RacerView): boolean => a.score > b.score || (a.score === b.score && a.missed < b.missed);

export class OpenRace {
  readonly line = new Line();
  race = $state.raw<RaceView | null>(null);
  /** There is no such race for this visitor, or none any more. */
  isMissing = $state(false);
  /** The server can't be reached. */
  isAway = $state(false);
  problem = $state('');
  /** Why the rules forbid what was tried last. It stands until the next move. */
  illegal = $state('');
  /** What the last own move was worth. */
  told = $state<RaceVerdict | null>(null);
  isAsking = $state(false);
  revision = $state(0);
  promotion = $state.raw<{ from: Square; to: Square; roles: Role[] } | null>(null);
  /** Milliseconds of the clock: until the start, then until the end. */
  left = $state(0);
  /** Who solves the puzzle on the board. */
  side = $state<Color>('white');
  /** Whether the opponent's mistake is on the board. */
  private isReady = $state(false);
  private endsAt = 0;
  /** When the race was last asked for that was not over. */
  private lastSeen = 0;
  /** Counts own acts: what was asked for before one says less than its answer. */
  private acts = 0;
  private isFollowing = false;
  /** Whether the problem says why one could not join. It stands until one tries again. */
  private isRefused = false;
  private next: ReturnType<typeof setTimeout> | undefined;
  private clock: ReturnType<typeof setInterval> | undefined;

  readonly isRunning = $derived(this.race?.stage === 'starting' || this.race?.stage === 'running');
  readonly mayMove = $derived(this.race?.stage === 'running' && this.race.puzzle !== null && this.isReady && !this.isAsking);
  readonly destinations = $derived(this.mayMove ? destinationsOf(this.race?.puzzle?.position.legal ?? []) : new Map<Square, Square[]>());
  /** The best first. */
  readonly standing = $derived([...(this.race?.racers ?? [])].sort((a, b) => (isBetter(a, b) ? -1 : isBetter(b, a) ? 1 : a.number - b.number)));
  readonly you = $derived(this.race?.racers.find((racer) => racer.is_you) ?? null);
  /** Which place is one's own, from 1; equal ones share it. */
  readonly place = $derived(1 + (this.race?.racers ?? []).filter((racer) => this.you !== null && isBetter(racer, this.you)).length);

  constructor(
    readonly id: string,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.lastSeen = now();
  }

  follow(): void {
    this.isFollowing = true;
    this.clock = setInterval(() => this.beat(), BEAT);
    void this.load();
  }

  stop(): void {
    this.isFollowing = false;
    clearTimeout(this.next);
    clearInterval(this.clock);
  }

  private beat(): void {
    if (this.isRunning) this.left = Math.max(0, this.endsAt - this.now());
  }

  /** Asks for the race, and some time after the answer again, until it is over. */
  private async load(): Promise<void> {
    const { acts } = this;
    try {
      if (!this.isAsking) {
        const race = await read<RaceView>(path(this.id));
        if (acts === this.acts) this.take(race);
      }
    } catch (error) {
      this.fail(error);
    }
    if (!this.isFollowing || this.isMissing) return;
    const isOver = this.race?.stage === 'over';
    if (!isOver) this.lastSeen = this.now();
    else if (this.race?.next || this.now() - this.lastSeen > LONGEST) return;
    const wait = isOver ? AFTERWARDS : this.isRunning ? Math.min(AGAIN, Math.max(0, this.endsAt - this.now()) + AFTER) : AGAIN;
    this.next = setTimeout(() => void this.load(), wait);
  }

  take(race: RaceView): void {
    const before = this.race?.puzzle ?? null;
    this.race = race;
    this.isAway = false;
    if (!this.isRefused) this.problem = '';
    this.left = race.stage === 'starting' ? race.starts_in_ms : race.left_ms;
    this.endsAt = this.now() + this.left;
    const { puzzle } = race;
    if (!puzzle) {
      // The time is up, also where somebody was choosing.
      this.promotion = null;
      this.illegal = '';
      return;
    }
    if (before?.number !== puzzle.number) void this.show(puzzle);
    else if (before.found !== puzzle.found) this.put(puzzle);
  }

  /** First the position before the mistake, so that the mistake is seen. */
  private async show({ number, before, solver }: RacePuzzle): Promise<void> {
    this.isReady = false;
    this.illegal = '';
    this.promotion = null;
    this.side = solver;
    this.line.set(before, []);
    this.revision += 1;
    await new Promise((later) => setTimeout(later, BEFORE_MISTAKE));
    const puzzle = this.race?.puzzle;
    if (puzzle?.number === number) this.put(puzzle);
  }

  private put(puzzle: RacePuzzle): void {
    this.isReady = true;
    this.side = puzzle.solver;
    this.line.set(puzzle.before, puzzle.line);
    this.line.review(puzzle.line.length);
    this.revision += 1;
  }

  private fail(error: unknown, isTold = false): void {
    const status = error instanceof ApiError ? error.status : 0;
    if (status === 0 || status >= 500) this.isAway = true;
    else if (status === 429) this.problem = problemOf(error);
    else if (status === 404 || this.race === null) this.isMissing = true;
    // It is full, there are too many, or the browser keeps no cookie: nothing else on the page would say so.
    else if (isTold) [this.problem, this.isRefused] = [few(error) ?? problemOf(error), true];
    // Anything else was refused because the race has gone on: its next answer shows how.
  }

  private async act<T>(call: 'join' | 'start' | 'remove' | 'move' | 'again', body: object | undefined, hear: (answer: T) => void): Promise<void> {
    if (this.isAsking) return;
    this.acts += 1;
    this.isRefused = false;
    this.isAsking = true;
    try {
      hear(await send<T>('POST', path(this.id, call), body));
    } catch (error) {
      this.fail(error, call === 'join' || call === 'again');
    }
    this.isAsking = false;
  }

  join = (): Promise<void> => this.act<RaceView>('join', undefined, (race) => this.take(race));
  start = (): Promise<void> => this.act<RaceView>('start', undefined, (race) => this.take(race));

  /** Makes another race for the same players. Returns its id; null if that was refused. */
  async repeat(): Promise<string | null> {
    let made: string | null = null;
    await this.act<RaceMade>('again', undefined, ({ id }) => (made = id));
    if (made !== null) rememberRace(made);
    return made;
  }

  /** Joins the race that was made after this one. The page of that race says what is wrong where it is refused. */
  async joinNext(): Promise<string | null> {
    const next = this.race?.next ?? null;
    if (next !== null) await send('POST', path(next, 'join')).catch(() => undefined);
    return next;
  }

  /** Takes a player out of the race. */
  remove = (number: number): Promise<void> => this.act<RaceView>('remove', { number }, (race) => this.take(race));

  move(from: Square, to: Square): void {
    if (!this.mayMove) return;
    const roles = promotionsOf(this.race?.puzzle?.position.legal ?? [], from, to);
    const uci = withoutAsking(roles, from, to);
    if (uci !== null) void this.play(uci);
    else this.promotion = { from, to, roles };
  }

  /** A move that the board did not take: says why the rules forbid it. It costs nothing but time. */
  async attempt(from: Square, to: Square): Promise<void> {
    const puzzle = this.race?.puzzle;
    if (!this.mayMove || !puzzle) return;
    const why = await whyIllegal(puzzle.position.fen, from + to);
    const now = this.race?.puzzle;
    if (this.mayMove && now?.number === puzzle.number && now.found === puzzle.found) this.illegal = why;
  }

  promote(role: Role | null): void {
    const { promotion } = this;
    this.promotion = null;
    if (promotion && role) void this.play(uciOf(promotion.from, promotion.to, role));
    else this.revision += 1;
  }

  private async play(uci: string): Promise<void> {
    const puzzle = this.race?.puzzle;
    if (!puzzle) return;
    const { number, found } = puzzle;
    this.told = null;
    this.illegal = '';
    await this.act<RaceMoved>('move', { number, found, uci }, ({ verdict, race }) => {
      this.told = verdict;
      this.take(race);
    });
    // What was not taken goes back to its square.
    this.revision += 1;
  }
}
