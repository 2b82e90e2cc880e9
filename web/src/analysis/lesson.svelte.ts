// SPDX-License-Identifier: AGPL-3.0-or-later
// "Learn from your mistakes" on a board of its own: the position before each mistake is set up, a move is tried, and the engine of
// the page says what it is worth where the stored analysis does not.
import { START_FEN } from '../board/fen';
import type { Color, Square } from '../platform/protocol';
import { Analysis, searchedLine } from './analysis.svelte';
import { addLine } from './edits';
import type { Engine, Score, Step } from './ports';
import { begin, hinted, type LearnEvent, type Mistake, type Reached, step } from './report/learn';
import { lostBy } from './score';
import { emptyTree, type NodeId, ROOT } from './tree';

const HASH_MB = 16;
/** What the standard starting position counts as in the server's judgement. */
const START: Score = { cp: 15 };

export class Lesson {
  /** A board of its own: what is tried here is no edit of the analysis. */
  readonly board: Analysis;
  learning = $state.raw(begin([]));
  /** The engine can't be had, or must not look at what was tried. */
  problem = $state('');
  readonly isYourTurn = $derived.by(() => this.learning.stage.kind === 'ask' && this.board.here === this.base);
  /** Whether a move is asked for while an earlier position is looked at. */
  readonly isBack = $derived.by(() => this.learning.stage.kind === 'ask' && this.board.placed !== null && this.board.path.length < this.before);
  /** What the hint names, while the position that it is about is on the board. */
  readonly hintSquares = $derived.by((): Square[] => {
    const hint = this.board.here === this.base ? hinted(this.learning) : null;
    return hint === null ? [] : hint.to === null ? [hint.from] : [hint.from, hint.to];
  });
  /** The position that is asked, behind the moves of the game that led to it. */
  private base = $state<NodeId>(ROOT);
  /** How many half-moves the game had by then. */
  private readonly before = $derived.by(() => this.learning.mistakes[this.learning.at]?.before ?? 0);
  private engine: Engine | null = null;
  private asked = 0;

  /**
   * `played` are the moves of the game as it was played: somebody may have deleted some on the board of `game`. `nodes` is how much a
   * position is searched for: as much as by the server's analysis.
   */
  constructor(
    private readonly game: Analysis,
    private readonly played: readonly Step[],
    readonly you: Color,
    mistakes: readonly Mistake[],
    private readonly nodes: number,
    private readonly make: () => Engine,
    /** Why the engine must not look at a position; empty where it may. */
    private readonly whyNot: (fen: string) => string = () => '',
    /** How far it was when its page was loaded again. */
    reached: Reached | null = null,
  ) {
    this.board = new Analysis(game.rules);
    this.learning = begin(mistakes, reached);
    this.setUp();
  }

  /** Called in an effect: a move that was played on the board is a try. */
  follow(): void {
    const { board, learning } = this;
    if (learning.stage.kind !== 'ask' || board.node.parent !== this.base || board.placed === null) return;
    const { uci, san } = board.node;
    this.hear({ kind: 'play', move: { uci, san }, mates: board.placed.outcome?.kind === 'checkmate' });
  }

  /** Carries an event out, on the board as well. */
  hear(event: LearnEvent): void {
    this.asked += 1;
    this.engine?.stop();
    this.learning = step(this.learning, event);
    const { stage } = this.learning;
    if (stage.kind === 'check') void this.judge(stage.move.uci);
    else if (stage.kind === 'shown') void this.show();
    else if (stage.kind === 'ask' && (this.board.here !== this.base || event.kind === 'next' || event.kind === 'restart')) this.setUp();
  }

  close(): void {
    this.asked += 1;
    this.engine?.close();
    this.engine = null;
  }

  /** The position before the mistake that is asked, with the game's moves before it. */
  private setUp(): void {
    if (!this.learning.mistakes[this.learning.at]) return;
    const { start, tree } = this.game;
    const begun = addLine(emptyTree(start, tree.variant), ROOT, this.played.slice(0, this.before));
    this.base = begun.here;
    this.board.begin(begun.tree, begun.here);
  }

  /** The first move of the solution is on the board, and the others behind it. */
  private async show(): Promise<void> {
    this.setUp();
    const number = this.asked;
    const solution = this.learning.mistakes[this.learning.at]?.better ?? [];
    await this.board.playLine(solution.map(({ uci }) => uci));
    if (number !== this.asked) return;
    const first = this.board.path[this.before];
    if (first) this.board.go(first.id);
  }

  /** What the move loses, in thousandths of winning chances. */
  private async judge(uci: string): Promise<void> {
    const number = this.asked;
    const isAsked = () => number === this.asked;
    const { board } = this;
    // With the moves of the game before them, as the server looks at both positions: else it would know of no repetition.
    const { fen, moves } = searchedLine(board.path, board.start);
    const outcome = board.placed?.outcome ?? null;
    this.problem = this.whyNot(board.fen);
    if (this.problem !== '') return this.hear({ kind: 'judged', uci, lost: null });
    try {
      const isStart = fen === START_FEN && moves.length === 1;
      const before = isStart ? START : await this.search(fen, moves.slice(0, -1));
      // A mate is heard of with the move itself: what else ends the game is a draw.
      const after = outcome ? { cp: 0 } : isAsked() ? await this.search(fen, moves) : null;
      if (!isAsked()) return;
      const lost = before && after ? lostBy(before, after, this.you) : null;
      this.hear({ kind: 'judged', uci, lost });
    } catch (error) {
      if (!isAsked()) return;
      this.problem = error instanceof Error ? error.message : String(error);
      this.hear({ kind: 'judged', uci, lost: null });
    }
  }

  private search(fen: string, moves: string[]): Promise<Score | null> {
    const { variant } = this.board.tree;
    this.engine ??= this.make();
    const engine = this.engine;
    return new Promise((resolve, reject) => {
      engine.start(
        { fen, moves, lines: 1, hashMb: HASH_MB, until: { nodes: this.nodes }, isFresh: true, variant },
        ({ done, lines }) => done && resolve(lines[0]?.score ?? null),
        reject,
      );
    });
  }
}
