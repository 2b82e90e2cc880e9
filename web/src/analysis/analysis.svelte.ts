// SPDX-License-Identifier: AGPL-3.0-or-later
// A game that is analysed: the tree, which of its positions is looked at, and every edit with its undoing. Rules are asked
// in a Worker, so a move is there a moment later. Nothing here knows of a screen.
import { turnOf } from '../board/fen';
import type { Shape } from '../board/drawings.svelte';
import { ends, uciOf } from '../board/moves';
import type { Color, Role, Square } from '../platform/protocol';
import { lastPlayed } from './behind';
import * as edits from './edits';
import { History, type Moment } from './history.svelte';
import type { Explained, Names, Placed, Rules, Score, Step } from './ports';
import { replaceMove } from './replacing';
import { emptyTree, endOf, firstAside, isMain, type Node, type NodeId, nodeOf, pathTo, ROOT, type Tree } from './tree';

const ROLES: Role[] = ['queen', 'rook', 'bishop', 'knight'];
/** The codes of errors after which nothing more is answered (`ProblemCode` of the worker). */
const GONE: readonly unknown[] = ['unavailable', 'died'];
/** How many positions are remembered with their legal moves. */
const MOST_KNOWN = 500;

export class Analysis {
  tree = $state.raw<Tree>(emptyTree());
  /** The node that is looked at. */
  here = $state<NodeId>(ROOT);
  /** Which child the key for the next move leads to, where there are several. */
  fork = $state(0);
  /** What the rules say of the position; null until they have answered. */
  placed = $state.raw<Placed | null>(null);
  /** A pawn that waits for its new role. */
  promotion = $state.raw<{ from: Square; to: Square; roles: Role[] } | null>(null);
  /** Why the last attempt is not legal. */
  refused = $state.raw<Explained | null>(null);
  /** What the rules could not do, in a sentence. */
  problem = $state('');
  /** The rules have not come, or have stopped: no move can be made until they answer again. */
  isStuck = $state(false);
  /** The next move is played in place of this one, and what follows is kept. */
  replacing = $state<NodeId | null>(null);
  /** How many moves the last replacement could not keep. */
  lost = $state(0);
  /** The last comment was not kept letter by letter. */
  isRewritten = $state(false);
  /** Signs of the computer analysis, as glyphs. They are shown behind moves and are no part of the tree. */
  signs = $state.raw<ReadonlyMap<NodeId, number>>(new Map());
  /** What the computer analysis says positions are worth. It goes with the PGN, and is no part of the tree. */
  worth = $state.raw<ReadonlyMap<NodeId, Score>>(new Map());
  /** Counts up whenever the board must be set back to the position. */
  revision = $state(0);
  /** A move is under way: what is drawn is ahead. */
  ahead = $state(false);
  /** Variations of which only the first move is shown, by that move. */
  folded = $state.raw<ReadonlySet<NodeId>>(new Set());
  /** Counts the edits. */
  edited = $state(0);
  readonly history = new History();

  readonly node = $derived(nodeOf(this.tree, this.here));
  readonly path = $derived(pathTo(this.tree, this.here));
  readonly fen = $derived(this.node.fen);
  readonly turn = $derived<Color>(turnOf(this.fen));
  readonly start = $derived(nodeOf(this.tree, ROOT).fen);
  /** How often the position has stood on the line that leads here, this time included. */
  readonly repetitions = $derived.by(() => repetitionsOf(this.path, this.start));
  /** The draw that may be claimed here. */
  readonly claim = $derived.by((): 'threefold_repetition' | 'fifty_moves' | null => {
    if (this.placed === null || this.placed.outcome !== null) return null;
    if (this.repetitions >= 3) return 'threefold_repetition';
    return Number(this.fen.split(' ')[4]) >= 100 ? 'fifty_moves' : null;
  });
  readonly lastMove = $derived.by((): [Square, Square] | null => (this.here === ROOT || this.node.uci === '0000' ? null : ends(this.node.uci)));
  /** Whether something else than the game's own position is looked at. */
  readonly isAside = $derived(this.tree.played.length > 0 && this.here !== ROOT && !this.tree.played.includes(this.here));
  /** The names of openings by position; null until they have come. */
  names = $state.raw<Names | null>(null);
  /** The last opening's name on the way, in English. */
  readonly opening = $derived.by(() => {
    const names = this.tree.variant === 'standard' ? this.names : null;
    for (const node of this.path.toReversed()) {
      const name = node.opening || (names?.nameOf(node.fen) ?? '');
      if (name !== '') return name;
    }
    return '';
  });

  private readonly known = new Map<string, Placed>();
  /** Counts the moves that were tried before the rules had answered: of several only the last is made. */
  private tries = 0;
  /** Counts the trees that were taken whole: a node of one has the id of a node of another. */
  private taken = 0;
  /** The session of typing to which the last edit belongs. */
  private session: number | null = null;

  constructor(readonly rules: Rules) {}

  /** Takes a whole tree, as a page begins with it: nothing of it can be undone. */
  begin(tree: Tree, here: NodeId = ROOT): void {
    this.tree = tree;
    this.taken += 1;
    this.history.forget();
    this.look(tree.nodes.has(here) ? here : ROOT);
  }

  /** Takes a whole tree in place of this one, which can be undone. */
  load(tree: Tree, here: NodeId = endOf(tree, ROOT)): void {
    this.taken += 1;
    this.edit({ tree, here });
  }

  // Walking.

  /** Looks at another node. */
  go(id: NodeId): void {
    if (id === this.here || !this.tree.nodes.has(id)) return;
    this.isRewritten = false;
    this.replacing = null;
    this.look(id);
  }

  next(): void {
    const { children } = this.node;
    this.go(children[this.fork] ?? children[0] ?? this.here);
  }

  previous(): void {
    const { here, node } = this;
    this.go(node.parent ?? here);
    // On the way back into a variation the key for the next move leads into it again.
    if (node.parent !== null) this.fork = Math.max(0, this.node.children.indexOf(here));
  }

  first(): void {
    this.go(ROOT);
  }

  last(): void {
    const played = lastPlayed(this.tree);
    this.go(played !== null && (this.here === ROOT || this.tree.played.includes(this.here)) ? played : endOf(this.tree, this.here));
  }

  /** At a fork another next move is chosen; says whether there is a fork. */
  turnFork(step: 1 | -1): boolean {
    const { length } = this.node.children;
    if (length < 2) return false;
    this.fork = (this.fork + step + length) % length;
    return true;
  }

  /** To another move in place of this one. */
  sideways(step: 1 | -1): void {
    if (this.node.parent === null) return;
    const { children } = nodeOf(this.tree, this.node.parent);
    this.go(children[children.indexOf(this.here) + step] ?? this.here);
  }

  /** To the next position on the way with several moves, or to the end. */
  nextFork(): void {
    let node = nodeOf(this.tree, this.node.children[this.fork] ?? this.node.children[0] ?? this.here);
    while (node.children.length === 1) node = nodeOf(this.tree, node.children[0] as NodeId);
    this.go(node.id);
  }

  /** To the last one before with several moves, or to the start. */
  previousFork(): void {
    let node = this.node;
    while (node.parent !== null) {
      node = nodeOf(this.tree, node.parent);
      if (node.children.length > 1) break;
    }
    this.go(node.id);
  }

  /** The game's own position that this variation has left. */
  backToGame(): void {
    const own = this.path.findLast(({ id }) => this.tree.played.includes(id));
    this.go(own?.id ?? ROOT);
  }

  /** Folds the variation that begins with this node, or opens it. Whoever looks at what is hidden then looks at its beginning. */
  fold(id: NodeId): void {
    const folded = new Set(this.folded);
    if (!folded.delete(id)) {
      folded.add(id);
      if (this.path.some((node) => node.id === id)) this.go(id);
    }
    this.folded = folded;
  }

  /** The same for the variation that is looked at; says whether it is one. */
  foldHere(): boolean {
    const aside = firstAside(this.tree, this.here);
    if (aside) this.fold(aside.id);
    return aside !== null;
  }

  // Moves.

  /** The person moved a piece. */
  move(from: Square, to: Square, alwaysQueen = false): void {
    const isPromotion = this.placed?.promotions.includes(from + to) ?? false;
    if (!isPromotion) void this.make(from + to);
    else if (alwaysQueen) void this.make(uciOf(from, to, 'queen'));
    else {
      this.promotion = { from, to, roles: ROLES };
      this.ahead = true;
    }
  }

  /** A move that somebody made on another board of this position, or before its moves were known: as if it were made here. */
  async tryOut(from: Square, to: Square, alwaysQueen = false): Promise<void> {
    const { here, fen } = this;
    const number = (this.tries += 1);
    const placed = await this.rules.position({ fen, variant: this.tree.variant }).catch(() => null);
    // The root of another tree has the same id, so the position is compared as well.
    if (!placed || number !== this.tries || here !== this.here || fen !== this.fen) return;
    this.know({ ...placed, fen });
    this.placed = this.onLine(placed);
    if (placed.dests[from]?.includes(to)) this.move(from, to, alwaysQueen);
    else await this.attempt(from, to);
  }

  /** What the pawn becomes; null calls it off. */
  promote(role: Role | null): void {
    const asked = this.promotion;
    this.promotion = null;
    this.ahead = false;
    this.revision += 1;
    if (asked && role) void this.make(uciOf(asked.from, asked.to, role));
  }

  /** Plays a move in UCI notation or SAN; `0000` is a null move. */
  async make(move: string): Promise<boolean> {
    this.refused = null;
    const known = this.node.children.find((id) => nodeOf(this.tree, id).uci === move);
    if (known !== undefined && this.replacing === null) {
      this.go(known);
      return true;
    }
    const { fen, here, replacing, taken } = this;
    this.ahead = true;
    try {
      const step = await this.rules.play({ fen, move, variant: this.tree.variant });
      this.know(step);
      this.ahead = false;
      if (!this.isStill(here, fen, taken)) return false;
      if (replacing !== null) await this.replace(replacing, step);
      else this.edit(edits.addMove(this.tree, here, step));
      return true;
    } catch (error) {
      this.ahead = false;
      this.fail(error);
      return false;
    } finally {
      this.revision += 1;
    }
  }

  /** The person tried what is not legal, or what is not known to be, before the rules have answered. */
  async attempt(from: Square, to: Square, alwaysQueen = false): Promise<void> {
    const { here, fen } = this;
    if (this.placed === null) return this.tryOut(from, to, alwaysQueen);
    try {
      const refused = await this.rules.explain({ fen, move: from + to, variant: this.tree.variant });
      if (here === this.here && fen === this.fen) this.refused = refused;
    } catch (error) {
      this.fail(error);
    }
  }

  /** Several moves, such as a line of the engine's; looks at the last. */
  async playLine(moves: string[]): Promise<void> {
    const { here, fen, taken } = this;
    try {
      const { line } = await this.rules.replay({ fen, moves, variant: this.tree.variant });
      if (this.isStill(here, fen, taken)) this.edit(edits.addLine(this.tree, here, line));
    } catch (error) {
      this.fail(error);
    }
  }

  /** A line from another position; looks at its first move, so that it can be leafed through. */
  async tryLine(from: NodeId, moves: string[]): Promise<void> {
    this.go(from);
    await this.playLine(moves);
    const first = this.path[this.path.findIndex(({ id }) => id === from) + 1];
    if (first) this.go(first.id);
  }

  /** Whether a node that was asked about is still there, in the same tree and with the same position. */
  private isStill(id: NodeId, fen: string, taken: number): boolean {
    return taken === this.taken && this.tree.nodes.get(id)?.fen === fen;
  }

  // Edits.

  /** The next move that is made replaces this one. */
  beginReplacing(id: NodeId): void {
    const { parent } = nodeOf(this.tree, id);
    if (parent === null) return;
    this.go(parent);
    this.replacing = id;
  }

  private async replace(id: NodeId, step: Step): Promise<void> {
    const { tree } = this;
    const replaced = await replaceMove(this.rules, tree, id, step);
    // Somebody has edited in the meantime: what was made of the old tree does not count.
    if (tree !== this.tree) return;
    this.edit(replaced);
    this.lost = replaced.lost;
  }

  remove(id: NodeId = this.here): void {
    const edited = edits.remove(this.tree, id);
    this.edit(edited.tree.nodes.has(this.here) ? { ...edited, here: this.here } : edited);
  }

  promoteLine(id: NodeId = this.here): void {
    this.edit({ tree: edits.promote(this.tree, id), here: this.here });
  }

  makeMain(id: NodeId = this.here): void {
    this.edit({ tree: edits.toMainLine(this.tree, id), here: this.here });
  }

  nag(nag: number): void {
    if (this.here !== ROOT) this.edit({ tree: edits.toggleNag(this.tree, this.here, nag), here: this.here });
  }

  /**
   * Writes a comment. All that is written in one `session` of typing, with no other edit between, is undone at once; without one
   * each text is an edit of its own.
   */
  comment(text: string, place: 'comment' | 'before' = 'comment', id: NodeId = this.here, session: number | null = null): void {
    const node = this.tree.nodes.get(id);
    if (!node || node[place] === text) return;
    const isJoined = session !== null && session === this.session;
    this.edit({ tree: edits.write(this.tree, id, { [place]: text }), here: this.here }, isJoined);
    this.session = session;
  }

  draw(shapes: readonly Shape[]): void {
    this.edit({ tree: edits.write(this.tree, this.here, { shapes }), here: this.here });
  }

  clearAnnotations(): void {
    this.edit({ tree: edits.clearAnnotations(this.tree), here: this.here });
  }

  clearVariations(): void {
    const tree = edits.clearVariations(this.tree);
    const own = this.path.findLast(({ id }) => tree.nodes.has(id));
    this.edit({ tree, here: own?.id ?? ROOT });
  }

  undo(): void {
    this.take(this.history.undo(this.moment()));
  }

  redo(): void {
    this.take(this.history.redo(this.moment()));
  }

  /** Whether the node can be promoted. */
  canPromote(id: NodeId = this.here): boolean {
    return firstAside(this.tree, id) !== null;
  }

  isMain(id: NodeId = this.here): boolean {
    return isMain(this.tree, id);
  }

  private edit({ tree, here }: edits.Edited, isJoined = false): void {
    this.session = null;
    if (tree !== this.tree) {
      if (!isJoined) this.history.push(this.moment());
      this.tree = tree;
      this.edited += 1;
    }
    this.replacing = null;
    this.lost = 0;
    this.isRewritten = false;
    this.look(here);
  }

  private take(moment: Moment | null): void {
    if (!moment) return;
    this.session = null;
    this.tree = moment.tree;
    this.edited += 1;
    this.replacing = null;
    this.look(moment.here);
  }

  private moment(): Moment {
    return { tree: this.tree, here: this.here };
  }

  // What the rules say.

  private look(id: NodeId): void {
    this.here = id;
    this.fork = 0;
    this.refused = null;
    this.problem = '';
    this.promotion = null;
    this.ahead = false;
    this.revision += 1;
    if (this.path.some((node) => node.id !== id && this.folded.has(node.id))) {
      this.folded = new Set([...this.folded].filter((first) => !this.path.some((node) => node.id === first)));
    }
    const { fen } = this;
    const known = this.known.get(fen);
    this.placed = known ? this.onLine(known) : null;
    if (!known) void this.ask(fen);
  }

  private async ask(fen: string): Promise<void> {
    try {
      const placed = await this.rules.position({ fen, variant: this.tree.variant });
      // By FEN as the tree has it: the rules may write the same position another way.
      this.know({ ...placed, fen });
      if (fen === this.fen) this.placed = this.onLine(placed);
    } catch (error) {
      if (fen === this.fen) this.fail(error);
    }
  }

  /** What the rules say of the position, and what follows from the line that leads to it: positions are remembered by their FEN. */
  private onLine(placed: Placed): Placed {
    if (placed.outcome) return placed;
    const halfMoves = Number(this.fen.split(' ')[4]);
    const kind = this.repetitions >= 5 ? 'fivefold_repetition' : halfMoves >= 150 ? 'seventy_five_moves' : null;
    return kind === null ? placed : { ...placed, outcome: { kind, winner: null } };
  }

  private know(placed: Placed): void {
    this.isStuck = false;
    this.problem = '';
    if (this.known.size >= MOST_KNOWN) this.known.clear();
    this.known.set(placed.fen, placed);
  }

  /** Asks the rules again that were not there. */
  retry(): void {
    if (this.isStuck) void this.ask(this.fen);
  }

  private fail(error: unknown): void {
    this.isStuck = error instanceof Error && 'code' in error && GONE.includes(error.code);
    this.problem = this.isStuck ? '' : error instanceof Error ? error.message : String(error);
  }
}

/**
 * How often the last position of a line has stood on it. Two positions are the same if pieces, side to move, castling rights and
 * the possible en passant capture are (FIDE 9.2.3), which are the first four fields of a FEN: it names that square only where a
 * pawn can capture. Nothing is repeated across a null move.
 */
export function repetitionsOf(path: readonly Node[], start: string): number {
  const { fen, moves } = searchedLine(path, start);
  const fens = [fen, ...(moves.length > 0 ? path.slice(-moves.length).map((node) => node.fen) : [])];
  const same = (one: string) => one.split(' ', 4).join(' ');
  const last = same(fens.at(-1) ?? fen);
  // No position comes back from before the last capture or pawn move, since when the FEN counts.
  const since = Number(fens.at(-1)?.split(' ')[4]);
  return fens.slice(-1 - since).filter((each) => same(each) === last).length;
}

/** The node's parent chain as moves for the engine, from the last position after which no null move was made. */
export function searchedLine(path: readonly Node[], start: string): { fen: string; moves: string[] } {
  const passed = path.findLastIndex(({ uci }) => uci === '0000');
  return { fen: path[passed]?.fen ?? start, moves: path.slice(passed + 1).map(({ uci }) => uci) };
}
