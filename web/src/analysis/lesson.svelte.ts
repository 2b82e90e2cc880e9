// SPDX-License-Identifier: AGPL-3.0-or-later
// "Learn from your mistakes" on a board of its own: the position before each mistake is set up, a move is tried, and the engine of
// the page says what it is worth where the stored analysis does not.
import { START_FEN } from '../board/fen';
import { ends } from '../board/moves';
import type { Color, Square } from '../platform/protocol';
import { Analysis, searchedLine } from './analysis.svelte';
import type { Engine, Score } from './ports';
import { begin, hinted, type LearnEvent, type Mistake, step } from './report/learn';
import { lostBy } from './score';
import { emptyTree, nodeOf, pathTo, ROOT } from './tree';

/** What a position is searched for: as much as the server's analysis. */
const NODES = 300_000;
const HASH_MB = 16;
/** What the standard starting position counts as in the server's judgement. */
const START: Score = { cp: 15 };

export class Lesson {
  /** A board of its own: what is tried here is no edit of the analysis. */
  readonly board: Analysis;
  learning = $state.raw(begin([]));
  /** The engine can't be had, or must not look at what was tried. */
  problem = $state('');
  readonly isYourTurn = $derived.by(() => this.learning.stage.kind === 'ask' && this.board.here === ROOT);
  /** The move to mark: the one that was tried, or the game's own before the position that is asked. */
  readonly lastMove = $derived.by((): [Square, Square] | null => {
    if (this.board.here !== ROOT) return this.board.lastMove;
    const before = this.game.tree.played[(this.learning.mistakes[this.learning.at]?.before ?? 0) - 1];
    const uci = before === undefined ? '0000' : nodeOf(this.game.tree, before).uci;
    return uci === '0000' ? null : ends(uci);
  });
  /** What the hint names, while the position that it is about is on the board. */
  readonly hintSquares = $derived.by((): Square[] => {
    const hint = this.board.here === ROOT ? hinted(this.learning) : null;
    return hint === null ? [] : hint.to === null ? [hint.from] : [hint.from, hint.to];
  });
  private engine: Engine | null = null;
  private asked = 0;

  constructor(
    private readonly game: Analysis,
    readonly you: Color,
    mistakes: readonly Mistake[],
    private readonly make: () => Engine,
    /** Why the engine must not look at a position; empty where it may. */
    private readonly whyNot: (fen: string) => string = () => '',
  ) {
    this.board = new Analysis(game.rules);
    this.learning = begin(mistakes);
    this.setUp();
  }

  /** Called in an effect: a move that was played on the board is a try. */
  follow(): void {
    const { board, learning } = this;
    if (learning.stage.kind !== 'ask' || board.here === ROOT || board.placed === null) return;
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
    else if (stage.kind === 'ask' && (this.board.here !== ROOT || event.kind === 'next')) this.setUp();
  }

  close(): void {
    this.asked += 1;
    this.engine?.close();
    this.engine = null;
  }

  /** The position before the mistake that is asked. */
  private setUp(): void {
    const mistake = this.learning.mistakes[this.learning.at];
    if (!mistake) return;
    const { tree, start } = this.game;
    const before = tree.played[mistake.before - 1];
    this.board.begin(emptyTree(before === undefined ? start : nodeOf(tree, before).fen, tree.variant));
  }

  private async show(): Promise<void> {
    this.setUp();
    const solution = this.learning.mistakes[this.learning.at]?.better[0];
    if (solution) await this.board.make(solution.uci);
  }

  /** What the move loses, in thousandths of winning chances. */
  private async judge(uci: string): Promise<void> {
    const number = this.asked;
    const isAsked = () => number === this.asked;
    const { board } = this;
    // With the moves of the game before them, as the server looks at both positions: else it would know of no repetition.
    const last = this.game.tree.played[(this.learning.mistakes[this.learning.at]?.before ?? 0) - 1] ?? ROOT;
    const { fen, moves } = searchedLine([...pathTo(this.game.tree, last), ...board.path], this.game.start);
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
        { fen, moves, lines: 1, hashMb: HASH_MB, until: { nodes: NODES }, isFresh: true, variant },
        ({ done, lines }) => done && resolve(lines[0]?.score ?? null),
        reject,
      );
    });
  }
}
