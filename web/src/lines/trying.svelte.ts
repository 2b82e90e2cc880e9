// SPDX-License-Identifier: AGPL-3.0-or-later
// A line that the person makes on the board of their own game. What is legal is asked of the server; nothing here knows the rules.
import { turnOf } from '../board/fen';
import { ends, destinationsOf, promotionsOf, uciOf } from '../board/moves';
import { t } from '../locale';
import type { Color, MoveView, Role, Square, TriedLine } from '../platform/protocol';
import { problemOf } from '../ui/problem';

/** Asks the server which of these moves are legal behind a position, and what may follow. */
export type Ask = (startFen: string, moves: string[]) => Promise<TriedLine>;

/** Where a line begins. */
export interface Beginning {
  fen: string;
  /** The number of the newest event that the page knew. */
  since: number;
  /** Whether it is the game's newest position, in which the opponent is to move: then it may become conditional moves. */
  mayWait: boolean;
}

export class Trying {
  /** Where the line begins: set once. */
  beginning = $state.raw<Beginning>({ fen: '', since: 0, mayWait: false });
  moves = $state.raw<MoveView[]>([]);
  /** What was taken back, the next move first, until another move is made. */
  private undone = $state.raw<string[]>([]);
  private legal = $state.raw<string[]>([]);
  /** Why the last move was refused, or could not be asked about. */
  problem = $state('');
  /** A pawn that waits for its new role. */
  promotion = $state.raw<{ from: Square; to: Square; roles: Role[] } | null>(null);
  /** Counts up whenever the board must be set back to the position. */
  revision = $state(0);
  /** The server is asked. */
  isAsking = $state(true);

  readonly fen = $derived(this.moves.at(-1)?.fen ?? this.beginning.fen);
  readonly turn = $derived<Color>(turnOf(this.fen));
  readonly lastMove = $derived.by((): [Square, Square] | null => {
    const last = this.moves.at(-1);
    return last ? ends(last.uci) : null;
  });
  readonly check = $derived.by((): Color | null => (this.moves.at(-1)?.check ? this.turn : null));
  readonly destinations = $derived(this.isAsking ? new Map<Square, Square[]>() : destinationsOf(this.legal));
  readonly canGoOn = $derived(this.undone.length > 0);
  readonly uci = $derived(this.moves.map((move) => move.uci));

  /** `most` half-moves are in a line. */
  constructor(
    beginning: Beginning,
    private readonly ask: Ask,
    readonly most: number,
    moves: string[] = [],
  ) {
    this.beginning = beginning;
    void this.set(moves);
  }

  move(from: Square, to: Square): void {
    this.problem = '';
    const roles = promotionsOf(this.legal, from, to);
    if (roles.length > 0) this.promotion = { from, to, roles };
    else void this.add(uciOf(from, to, null));
  }

  /** The pawn's new role; null puts the pawn back. */
  promote(role: Role | null): void {
    const waiting = this.promotion;
    this.promotion = null;
    if (waiting && role) void this.add(uciOf(waiting.from, waiting.to, role));
    else this.revision += 1;
  }

  /** A move that the board did not take: the server says why. */
  attempt(from: Square, to: Square): void {
    void this.add(from + to);
  }

  /** Takes the last move of the line back; `forward` makes it again. */
  back(): void {
    const last = this.uci.at(-1);
    if (last !== undefined && !this.isAsking) void this.set(this.uci.slice(0, -1), [last, ...this.undone]);
  }

  /** Makes the move again that was taken back last. */
  forward(): void {
    const [next, ...rest] = this.undone;
    if (next !== undefined && !this.isAsking) void this.set([...this.uci, next], rest);
  }

  private async add(uci: string): Promise<void> {
    if (this.moves.length >= this.most) {
      this.problem = t.lines.tooLong(this.most);
      this.revision += 1;
      return;
    }
    const [next, ...rest] = this.undone;
    await this.set([...this.uci, uci], uci === next ? rest : []);
  }

  private async set(moves: string[], undone: string[] = []): Promise<void> {
    this.problem = '';
    this.isAsking = true;
    try {
      const { moves: legal, legal: next, refused } = await this.ask(this.beginning.fen, moves);
      [this.moves, this.legal] = [legal, next];
      if (refused) this.problem = t.refusals.word(refused.refusal, refused.message);
      else this.undone = undone;
    } catch (error) {
      this.problem = problemOf(error);
    }
    this.isAsking = false;
    this.revision += 1;
  }
}
