// SPDX-License-Identifier: AGPL-3.0-or-later
// A position is played on against the engine of the page, at a level. Nothing of it is saved, and no server is asked.
import type { Color, Square } from '../platform/protocol';
import { Analysis, searchedLine } from './analysis.svelte';
import type { Engine, EngineInfo } from './ports';
import { emptyTree, endOf, pathTo } from './tree';

/** The levels are those of the server's computer players. */
export const MOST_LEVEL = 15;
const HINT_NODES = 150_000;
const HASH_MB = 16;

export interface Hint {
  /** The square of the piece; at the second asking the whole move. */
  from: Square;
  to: Square;
  san: string;
  isWhole: boolean;
}

export class Practice {
  /** A board of its own: what is played here is no edit of the analysis. */
  readonly board: Analysis;
  isThinking = $state(false);
  hint = $state.raw<Hint | null>(null);
  /** The engine can't be had. */
  problem = $state('');
  readonly outcome = $derived.by(() => this.board.placed?.outcome ?? null);
  /** Also before the rules have said which moves are legal: a move that is tried then is made when they have. */
  readonly isYourTurn = $derived.by(() => this.board.turn === this.you && this.outcome === null);
  /** Whether a hint can be given: the rules must have said that the game goes on. */
  readonly canAsk = $derived.by(() => this.isYourTurn && this.board.placed !== null);
  /** Whether the engine has answered in the position that is looked at: nothing can be played there. */
  readonly isBack = $derived.by(() => this.board.turn !== this.you && this.board.node.children.length > 0);
  /** The whole line that is looked at, in UCI notation, also what lies behind the position shown. */
  readonly line = $derived.by(() => pathTo(this.board.tree, endOf(this.board.tree, this.board.here)).map(({ uci }) => uci));
  private engine: Engine | null = null;
  private asked = 0;

  constructor(
    from: Analysis,
    readonly you: Color,
    readonly level: number,
    private readonly make: () => Engine,
    private readonly seed = Math.floor(Math.random() * 2 ** 53),
  ) {
    this.board = new Analysis(from.rules);
    this.board.begin(emptyTree(from.fen, from.tree.variant));
  }

  /** Called in an effect: whenever it is the engine's turn, it thinks. */
  follow(): void {
    const { board, you } = this;
    const isDue = board.placed !== null && board.placed.outcome === null && board.turn !== you && board.node.children.length === 0;
    if (isDue && !this.isThinking && !board.isStuck) this.think();
  }

  /** Goes on with a line that was played before its page was loaded again. */
  async resume(moves: string[]): Promise<void> {
    this.isThinking = true;
    await this.board.playLine(moves);
    this.isThinking = false;
  }

  /** The person's move back, and the engine's before it. */
  takeBack(): void {
    this.asked += 1;
    this.engine?.stop();
    this.isThinking = false;
    this.hint = null;
    const { board, you } = this;
    const back = board.path.findLast(({ fen }) => (fen.split(' ')[1] === 'w' ? 'black' : 'white') === you);
    if (back) board.remove(back.id);
  }

  readonly canTakeBack = $derived.by(() =>
    this.board.path.some(({ fen }) => (fen.split(' ')[1] === 'w' ? 'black' : 'white') === this.you),
  );

  /** First the piece, then the move. */
  ask(): void {
    if (!this.canAsk) return;
    if (this.hint) {
      this.hint = { ...this.hint, isWhole: true };
      return;
    }
    this.search(HINT_NODES, ({ lines: [best] }) => {
      const uci = best?.pv[0];
      if (best && uci) this.hint = { from: uci.slice(0, 2), to: uci.slice(2, 4), san: best.san[0] ?? uci, isWhole: false };
    });
  }

  /** The engine must not help here: it stops, until `follow` is called again. */
  pause(): void {
    this.asked += 1;
    this.engine?.stop();
    this.isThinking = false;
    this.hint = null;
  }

  close(): void {
    this.asked += 1;
    this.engine?.close();
    this.engine = null;
  }

  private think(): void {
    const { board } = this;
    const number = (this.asked += 1);
    this.isThinking = true;
    this.hint = null;
    this.problem = '';
    const { fen, moves } = searchedLine(board.path, board.start);
    this.engine ??= this.make();
    this.engine.choose({ fen, moves, level: this.level, seed: this.seed, variant: board.tree.variant }).then(
      ({ uci }) => {
        if (number === this.asked && uci) void this.reply(uci, number);
      },
      (error: unknown) => number === this.asked && this.fail(error),
    );
  }

  /** Until its move stands on the board the engine is still at it: else it would be asked for the same move again. */
  private async reply(uci: string, number: number): Promise<void> {
    const isMade = await this.board.make(uci);
    if (number === this.asked && (isMade || this.board.isStuck)) this.isThinking = false;
  }

  private fail(error: unknown): void {
    this.problem = error instanceof Error ? error.message : String(error);
  }

  private search(nodes: number, then: (info: EngineInfo) => void): void {
    const { board } = this;
    const number = (this.asked += 1);
    const { fen, moves } = searchedLine(board.path, board.start);
    this.engine ??= this.make();
    this.engine.start(
      { fen, moves, lines: 1, hashMb: HASH_MB, until: { nodes }, variant: board.tree.variant },
      (info) => {
        if (info.done && number === this.asked) then(info);
      },
      (error) => this.fail(error),
    );
  }
}
