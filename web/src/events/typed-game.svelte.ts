// SPDX-License-Identifier: AGPL-3.0-or-later
// The game of a wooden board: its moves as the event has them, and those that somebody types in their place. What is legal is asked of
// the server; nothing here knows the rules.
import { START_FEN, piecesOf, turnOf } from '../board/fen';
import { Line } from '../board/line.svelte';
import { destinationsOf, promotionsOf, uciOf } from '../board/moves';
import { readMove } from '../board/typed';
import { read, send } from '../platform/api';
import type { BoardChecked, Color, EventTypedGame, Role, Square } from '../platform/protocol';
import { inWords } from '../ui/refused';
import { t } from '../locale';
import { problemOf } from './problem';
import type { GamePlace } from './typed-place';

export class TypedGame {
  readonly line = new Line();
  /** What the event has; null until it is there. */
  kept = $state.raw<EventTypedGame | null>(null);
  isMissing = $state(false);
  /** Whether moves are typed here. */
  isTyping = $state(false);
  /** Why the last move is not on the board, or the server can't be asked. */
  problem = $state('');
  promotion = $state.raw<{ from: Square; to: Square; roles: Role[] } | null>(null);
  /** Counts up whenever the board must be set back to the position. */
  revision = $state(0);
  private legal = $state.raw<string[]>([]);
  private isAsking = $state(false);
  private asking = 0;

  readonly turn = $derived<Color>(turnOf(this.line.fen));
  readonly destinations = $derived(this.isTyping && !this.isAsking && !this.promotion && this.line.isAtEnd ? destinationsOf(this.legal) : new Map<Square, Square[]>());
  private readonly uci = $derived(this.line.tree.moves.map((move) => move.uci));

  /** `path` is the address of the event's calls. */
  constructor(private readonly path: string) {
    this.line.set(START_FEN, []);
  }

  /** Shows what the event has. */
  async load({ round, board, game }: GamePlace): Promise<void> {
    const number = (this.asking += 1);
    try {
      const kept = await read<EventTypedGame>(`${this.path}/games/${round}/${board}/${game}`);
      if (number !== this.asking) return;
      this.kept = kept;
      this.isTyping = this.isAsking = false;
      this.problem = '';
      this.line.set(kept.start_fen, kept.moves);
      this.revision += 1;
    } catch {
      if (number === this.asking) this.isMissing = true;
    }
  }

  /** Begins to type: what the event has is corrected or goes on. */
  async begin(): Promise<void> {
    this.isTyping = true;
    this.line.review(this.line.moves.length);
    await this.set(this.uci);
  }

  /** A piece was put on another square. */
  move(from: Square, to: Square): void {
    const roles = promotionsOf(this.legal, from, to);
    if (roles.length > 0) this.promotion = { from, to, roles };
    else void this.set([...this.uci, uciOf(from, to, null)]);
  }

  promote(role: Role | null): void {
    const waiting = this.promotion;
    this.promotion = null;
    if (waiting && role) void this.set([...this.uci, uciOf(waiting.from, waiting.to, role)]);
    else this.revision += 1;
  }

  /** A move that the board did not expect: the server says why. */
  attempt(from: Square, to: Square): void {
    if (this.isTyping && this.line.isAtEnd) void this.set([...this.uci, from + to]);
  }

  /** Moves as a score sheet has them, one or several: `Nf3`, `1. e4 e5`. Returns those that were not understood. */
  async write(text: string): Promise<string> {
    const words = text.split(/\s+/).filter((word) => word !== '' && !/^\d+\.*$/.test(word));
    this.line.review(this.line.moves.length);
    for (let next = words.shift(); next !== undefined; next = words.shift()) {
      const typed = readMove(next, this.legal, piecesOf(this.line.fen), turnOf(this.line.fen));
      this.problem = '';
      if (typed.kind === 'move') await this.set([...this.uci, typed.uci]);
      else if (typed.kind === 'attempt') await this.set([...this.uci, typed.from + typed.to]);
      else if (typed.kind === 'promotion') this.move(typed.from, typed.to);
      else this.problem = t.events.typed.notAMove(next);
      if (this.problem !== '' || this.promotion) return [...(this.problem ? [next] : []), ...words].join(' ');
    }
    return '';
  }

  takeBack(): void {
    void this.set(this.uci.slice(0, -1));
  }

  /** The moves as PGN has them. */
  text(): string {
    const moves = this.line.tree.moves.map((move) => move.san).join(' ');
    return this.line.startFen === START_FEN ? moves : `[FEN "${this.line.startFen}"]\n\n${moves}`;
  }

  private async set(moves: string[]): Promise<void> {
    const number = (this.asking += 1);
    this.problem = '';
    this.isAsking = true;
    try {
      const start = this.line.startFen === START_FEN ? null : this.line.startFen;
      const checked = await send<BoardChecked>('POST', '/api/page/board', { start_fen: start, time: null, moves, took_ms: moves.map(() => 0) });
      if (number !== this.asking) return;
      this.legal = checked.situation.legal;
      this.line.set(checked.start_fen, checked.moves);
      if (checked.refused) this.problem = inWords(checked.refused.refusal, checked.refused.message);
    } catch (error) {
      if (number !== this.asking) return;
      this.problem = problemOf(error);
    }
    this.isAsking = false;
    this.revision += 1;
  }
}
