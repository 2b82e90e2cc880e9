// SPDX-License-Identifier: AGPL-3.0-or-later
// A game with all that was tried in it: a tree of positions that nothing changes. Each edit makes another tree, which shares
// the nodes that stay as they are, so that undoing is going back to the tree before.
import type { Variant } from '../platform/protocol';
import { START_FEN } from '../board/fen';
import type { Shape } from '../board/drawings.svelte';
import type { Score, Step } from './ports';

/** The number of a node, its own as long as the tree is edited. */
export type NodeId = number;

/** The start position's. */
export const ROOT: NodeId = 0;

/** A move, and what is written about it. */
export interface Node extends Step {
  readonly id: NodeId;
  /** Null for the start. */
  readonly parent: NodeId | null;
  /** What can be played next; the first is the main line. */
  readonly children: readonly NodeId[];
  /** Numeric annotation glyphs (PGN, section 10). */
  readonly nags: readonly number[];
  /** A comment before the move. */
  readonly before: string;
  /** A comment after it. */
  readonly comment: string;
  readonly shapes: readonly Shape[];
  /** The mover's clock after the move, in milliseconds. */
  readonly clock: number | null;
  readonly eval: Score | null;
  /** Commands of the PGN that the board does not show. */
  readonly commands: readonly string[];
  /** The opening's name in English, where the position has one. */
  readonly opening: string;
}

export interface Tree {
  readonly variant: Variant;
  /** Tags of the PGN: name and value. */
  readonly tags: readonly (readonly [string, string])[];
  /** `1-0`, `0-1`, `1/2-1/2` or `*`. */
  readonly result: string;
  readonly nodes: ReadonlyMap<NodeId, Node>;
  /** The nodes of the game that was played, in its order; empty on the free board. Some may be gone. */
  readonly played: readonly NodeId[];
  /** The number that the next node gets. */
  readonly next: NodeId;
}

/** What nobody has written. */
export const PLAIN: Omit<Node, 'id' | 'parent' | 'uci' | 'san' | 'fen'> = {
  children: [],
  nags: [],
  before: '',
  comment: '',
  shapes: [],
  clock: null,
  eval: null,
  commands: [],
  opening: '',
};

/** A tree without moves. */
export function emptyTree(start = START_FEN, variant: Variant = 'standard'): Tree {
  const root: Node = { ...PLAIN, id: ROOT, parent: null, uci: '', san: '', fen: start };
  return { variant, tags: [], result: '*', nodes: new Map([[ROOT, root]]), played: [], next: 1 };
}

/** The node of this number. Whoever asks has the number from this tree. */
export function nodeOf(tree: Tree, id: NodeId): Node {
  const node = tree.nodes.get(id);
  if (!node) throw new Error(`the tree has no node ${id}`);
  return node;
}

/** The nodes from the first move to this one. */
export function pathTo(tree: Tree, id: NodeId): Node[] {
  const path: Node[] = [];
  for (let node = nodeOf(tree, id); node.parent !== null; node = nodeOf(tree, node.parent)) path.push(node);
  return path.reverse();
}

/** The last node of the line that goes on from here by first moves. */
export function endOf(tree: Tree, id: NodeId): NodeId {
  let node = nodeOf(tree, id);
  for (let next = node.children[0]; next !== undefined; next = node.children[0]) node = nodeOf(tree, next);
  return node.id;
}

/** The nodes of the main line after one, without it. */
export function lineFrom(tree: Tree, id: NodeId): Node[] {
  const line: Node[] = [];
  for (let next = nodeOf(tree, id).children[0]; next !== undefined; ) {
    const node = nodeOf(tree, next);
    line.push(node);
    next = node.children[0];
  }
  return line;
}

/** A node and all below it, parents first, each main line before what branches off it. */
export function subtree(tree: Tree, id: NodeId): Node[] {
  const found: Node[] = [];
  const waiting = [id];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const node = nodeOf(tree, next);
    found.push(node);
    for (let index = node.children.length - 1; index >= 0; index -= 1) waiting.push(node.children[index] as NodeId);
  }
  return found;
}

/** Whether every move to this node is the first choice. */
export function isMain(tree: Tree, id: NodeId): boolean {
  return firstAside(tree, id) === null;
}

/** The nearest node on the way back that is not the first choice: the beginning of the variation. */
export function firstAside(tree: Tree, id: NodeId): Node | null {
  for (let node = nodeOf(tree, id); node.parent !== null; node = nodeOf(tree, node.parent)) {
    if (nodeOf(tree, node.parent).children[0] !== node.id) return node;
  }
  return null;
}

/** The same tree with some nodes replaced. */
export function withNodes(tree: Tree, changed: Iterable<Node>, removed: Iterable<NodeId> = []): Tree {
  const nodes = new Map(tree.nodes);
  for (const id of removed) nodes.delete(id);
  let next = tree.next;
  for (const node of changed) {
    nodes.set(node.id, node);
    next = Math.max(next, node.id + 1);
  }
  return { ...tree, nodes, next };
}
