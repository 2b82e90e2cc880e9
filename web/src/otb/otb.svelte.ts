// SPDX-License-Identifier: AGPL-3.0-or-later
import { START_FEN, piecesOf, turnOf } from '../board/fen';
import { Line } from '../board/line.svelte';
import { destinationsOf, promotionsOf, uciOf } from '../board/moves';
import { isLastRank } from '../board/reach';
import { ApiError, send } from '../platform/api';
import type {
  BoardChecked,
  BoardEnding,
  Color,
  GameKept,
  MoveView,
  Role,
  SaveBoardGame,
  Square,
} from '../platform/protocol';
import { recall, remember } from '../platform/storage';
import { playCue } from '../platform/sounds';
import { settings } from '../platform/settings.svelte';
import { problemOf } from '../ui/problem';
import { t } from '../locale';
import { afterHand, clocksOf, everywhere, type Recorded } from './record';

const KEPT = 'otb.game';
/** After how long the server is asked again. */
const AGAIN_MS = 3000;
const TICK_MS = 100;

/** The game that this browser keeps; null where none is. */
export const kept = (): Recorded | null => recall<Recorded | null>(KEPT, null);

/** A game at one screen: the record, which the browser keeps, and what the server has said about it. */
export class BoardPlay {
  game = $state.raw<Recorded>() as Recorded;
  /** The server's answer to the newest moves; null while it is away. */
  checked = $state.raw<BoardChecked | null>(null);
  away = $state(false);
  /** Why a move was taken back by the server. */
  refused = $state.raw<{ number: number; message: string } | null>(null);
  promotion = $state.raw<{ from: Square; to: Square; roles: Role[] } | null>(null);
  clocks = $state.raw<Record<Color, number> | null>(null);
  saved = $state<string | null>(null);
  problem = $state('');
  revision = $state(0);
  readonly line = new Line();

  readonly turn = $derived.by((): Color => {
    const first = turnOf(this.game.start ?? START_FEN);
    return this.game.moves.length % 2 === 0 ? first : first === 'white' ? 'black' : 'white';
  });
  /** Whether the server has seen every move. */
  readonly isChecked = $derived(this.checked !== null && this.checked.moves.length === this.game.moves.length);
  readonly isOver = $derived(this.game.ending !== null || (this.isChecked && this.checked?.situation.status.kind === 'ended'));
  readonly destinations = $derived.by(() => {
    if (this.isOver || this.promotion || !this.line.isAtEnd) return new Map<Square, Square[]>();
    if (this.isChecked) return destinationsOf(this.checked?.situation.legal ?? []);
    // While the server is away nobody knows what is legal; a moment before its answer nobody moves.
    return this.away ? everywhere(this.line.fen) : new Map<Square, Square[]>();
  });

  private began = Date.now();
  /** The next attempt to reach the server. There is one at most. */
  private retry: ReturnType<typeof setTimeout> | undefined;
  private isStopped = false;
  private isSaving = false;
  private asking = 0;

  constructor(game: Recorded) {
    this.game = game;
    this.line.set(game.start ?? START_FEN, []);
    for (const uci of game.moves) this.show(uci);
  }

  start(): () => void {
    this.began = Date.now();
    this.isStopped = false;
    void this.check();
    const tick = setInterval(() => this.tick(), TICK_MS);
    const online = () => void this.check();
    addEventListener('online', online);
    return () => {
      clearInterval(tick);
      clearTimeout(this.retry);
      this.isStopped = true;
      removeEventListener('online', online);
    };
  }

  /** A piece was put on another square. */
  move(from: Square, to: Square): void {
    if (this.isOver) return;
    const legal = this.isChecked ? (this.checked?.situation.legal ?? []) : [];
    const roles = this.isChecked ? promotionsOf(legal, from, to) : this.looksLikePromotion(from, to);
    if (roles.length > 0) this.promotion = { from, to, roles };
    else this.play(uciOf(from, to, null));
  }

  promote(role: Role | null): void {
    const waiting = this.promotion;
    this.promotion = null;
    if (waiting && role) this.play(uciOf(waiting.from, waiting.to, role));
    else this.revision += 1;
  }

  /** A move that the board did not expect: the server says why. */
  attempt(from: Square, to: Square): void {
    if (!this.isOver && this.line.isAtEnd) this.play(from + to);
  }

  /** The players say how the game ended. */
  end(ending: BoardEnding): void {
    this.game = { ...this.game, ending };
    this.keep();
    void this.save();
  }

  /**
   * Sends a finished game to the server, until it has it. The server checks the moves first: after one that is not
   * possible the game goes on, and its ending does not count.
   */
  async save(): Promise<void> {
    if (this.saved || this.isSaving || !this.isOver) return;
    if (!this.isChecked) return this.check();
    this.isSaving = true;
    const { start, time, moves, took, names, you, ending } = this.game;
    const game = { start_fen: start, time, moves, took_ms: took };
    const wish: SaveBoardGame = { game, you, white: names.white, black: names.black, ending };
    try {
      this.saved = (await send<GameKept>('POST', '/api/page/board/save', wish)).id;
      this.problem = '';
      this.away = false;
      remember(KEPT, null);
    } catch (error) {
      this.away = error instanceof ApiError && error.status === 0;
      this.problem = this.away ? '' : problemOf(error, t.otb.failed);
      if (this.away) this.later(() => void this.save());
    } finally {
      this.isSaving = false;
    }
  }

  private play(uci: string): void {
    const now = Date.now();
    if (this.hasLostOnTime(now)) return this.end({ kind: 'time_up' });
    this.refused = null;
    this.game = { ...this.game, moves: [...this.game.moves, uci], took: [...this.game.took, now - this.began] };
    this.began = now;
    this.show(uci);
    if (!settings.muted) playCue('move');
    this.keep();
    void this.check();
  }

  /** Shows a move before the server has checked it. */
  private show(uci: string): void {
    const fen = afterHand(this.line.fen, uci);
    const move: MoveView = { uci, san: uci, fen, check: false, clock_ms: null };
    this.line.append(move);
  }

  private async check(): Promise<void> {
    const number = (this.asking += 1);
    const { start, time, moves, took } = this.game;
    try {
      const checked = await send<BoardChecked>('POST', '/api/page/board', { start_fen: start, time, moves, took_ms: took });
      if (number === this.asking) this.take(checked);
    } catch (error) {
      if (number !== this.asking) return;
      this.away = true;
      this.checked = null;
      if (!(error instanceof ApiError) || error.status !== 0) this.problem = problemOf(error, t.otb.failed);
      this.later(() => void this.check());
    }
  }

  private take(checked: BoardChecked): void {
    this.away = false;
    this.problem = '';
    this.checked = checked;
    this.line.set(checked.start_fen, checked.moves);
    this.revision += 1;
    if (checked.refused) {
      const { ply, message } = checked.refused;
      // The side whose move it was has thought so long already. What came after its move does not count, the ending neither.
      this.began = Date.now() - (this.game.took[ply] ?? 0);
      this.game = { ...this.game, moves: this.game.moves.slice(0, ply), took: this.game.took.slice(0, ply), ending: null };
      const number = Math.floor((ply + (turnOf(checked.start_fen) === 'black' ? 1 : 0)) / 2) + 1;
      this.refused = { number, message };
      this.keep();
    }
    if (this.isOver && this.isChecked) void this.save();
  }

  private tick(): void {
    const now = Date.now();
    this.clocks = clocksOf(this.game, this.isOver ? 0 : now - this.began);
    if (!this.isOver && this.hasLostOnTime(now)) this.end({ kind: 'time_up' });
  }

  /** Whether the side to move has no time left, also between two ticks. */
  private hasLostOnTime(now: number): boolean {
    return this.game.moves.length >= 2 && clocksOf(this.game, now - this.began)?.[this.turn] === 0;
  }

  private looksLikePromotion(from: Square, to: Square): Role[] {
    const isPawn = piecesOf(this.line.fen).get(from)?.role === 'pawn';
    return isPawn && isLastRank(to, this.turn) ? ['queen', 'rook', 'bishop', 'knight'] : [];
  }

  private keep(): void {
    remember(KEPT, this.game);
  }

  private later(then: () => void): void {
    clearTimeout(this.retry);
    if (!this.isStopped) this.retry = setTimeout(then, AGAIN_MS);
  }
}

/** Nothing is kept any more. */
export function forget(): void {
  remember(KEPT, null);
}
